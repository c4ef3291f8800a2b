import { plainKey } from './list-values.ts';
import type { ListKind } from './known-lists.ts';
import type { KnownList } from './read-list.ts';

const several: ReadonlySet<string> = new Set([
  'posts',
  'articles',
  'news',
  'stories',
  'blogposts',
  'blogs',
  'headlines',
]);
const one: ReadonlySet<string> = new Set([
  'post',
  'article',
  'story',
  'blog',
  'blogpost',
  'magazine',
  'newspaper',
]);
const shapes: ReadonlySet<string> = new Set([
  'list',
  'lists',
  'listing',
  'grid',
  'carousel',
  'slider',
  'slideshow',
  'slides',
  'loop',
  'feed',
  'query',
  'masonry',
  'tiles',
  'cards',
  'timeline',
  'ticker',
  'latest',
  'recent',
  'featured',
  'popular',
  'trending',
  'top',
  'random',
  'archive',
  'highlights',
  'hero',
  'wall',
  'showcase',
  'homepage',
  'scroller',
  'related',
]);
const weakShapes: ReadonlySet<string> = new Set([
  'block',
  'blocks',
  'box',
  'boxes',
  'widget',
  'section',
  'module',
  'layout',
  'row',
  'rows',
  'columns',
  'category',
  'all',
  'show',
  'display',
  'by',
  'big',
  'mix',
]);
/** Parts of one post, forms, and lists of something else. */
const others: ReadonlySet<string> = new Set([
  'title',
  'date',
  'time',
  'content',
  'author',
  'authors',
  'bio',
  'comment',
  'comments',
  'form',
  'navigation',
  'nav',
  'meta',
  'tags',
  'tag',
  'terms',
  'image',
  'thumbnail',
  'share',
  'sharing',
  'social',
  'views',
  'counter',
  'rating',
  'reactions',
  'toc',
  'subscribe',
  'subscription',
  'newsletter',
  'login',
  'submit',
  'edit',
  'link',
  'links',
  'button',
  'heading',
  'header',
  'format',
  'info',
  'search',
  'filter',
  'filters',
  'sidebar',
  'next',
  'previous',
  'pagination',
  'password',
  'ad',
  'ads',
  'product',
  'products',
  'team',
  'member',
  'members',
  'testimonial',
  'testimonials',
  'review',
  'reviews',
  'faq',
  'gallery',
  'user',
  'users',
  'event',
  'events',
  'job',
  'jobs',
  'service',
  'services',
  'price',
  'pricing',
  'logo',
  'logos',
  'podcast',
  'episode',
  'instagram',
  'twitter',
  'facebook',
  'tweet',
  'rss',
  'table',
  'chart',
  'map',
  'menu',
  'icon',
  'breadcrumb',
  'breadcrumbs',
  'read',
  'more',
  'reading',
  'progress',
  'downloads',
  'download',
  'course',
  'courses',
]);

const surelyCounts: ReadonlySet<string> = new Set([
  'poststoshow',
  'postsperpage',
  'numberofposts',
  'numberposts',
  'numposts',
  'postsnumber',
  'postnumber',
  'postcount',
  'postscount',
  'amountposts',
  'maxposts',
  'totalposts',
  'postlimit',
  'postslimit',
]);
const perhapsCounts: ReadonlySet<string> = new Set([
  'count',
  'limit',
  'number',
  'num',
  'perpage',
  'maxitems',
  'itemsperpage',
  'numberofitems',
  'items',
]);
const choices: ReadonlySet<string> = new Set([
  'category',
  'categories',
  'cat',
  'cats',
  'catid',
  'catids',
  'categoryid',
  'categoryids',
  'categoryname',
  'categoryslug',
  'includecategory',
  'termids',
  'orderby',
  'posttype',
  'taxonomy',
  'offset',
  'tagslug',
  'tag',
  'tags',
]);

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/** The list of posts that an unknown name and its attributes clearly describe; undefined if they are ambiguous. */
export function guessedList(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  kind: ListKind,
): KnownList | undefined {
  if (name.length > 100 || /^(?:core|core-embed|broadsheet|woocommerce)\//.test(name)) return undefined;
  const slash = name.indexOf('/');
  const words = wordsOf(name.slice(slash + 1));
  const keys = Object.keys(attributes).slice(0, 200).map(plainKey);
  const counts = keys.some((key) => surelyCounts.has(key));
  const mayCount = counts || keys.some((key) => perhapsCounts.has(key));
  const chooses = keys.some((key) => choices.has(key));
  if (words.some((word) => others.has(word))) return undefined;
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  const isSeveral = has(several);
  const isSubject = isSeveral || has(one);
  const isOfNews =
    slash > 0 && wordsOf(name.slice(0, slash)).some((word) => several.has(word) || one.has(word));
  const isList =
    (isSubject && has(shapes)) ||
    (isSubject && has(weakShapes) && (isSeveral || mayCount || chooses)) ||
    (isSubject && (counts || (mayCount && chooses))) ||
    (isSeveral && (mayCount || chooses)) ||
    (isOfNews && has(shapes) && (mayCount || chooses)) ||
    (kind !== 'shortcode' && counts);
  if (!isList) return undefined;
  const all = words.join(' ');
  const isRelated = words.includes('related');
  if (/carousel|slider|slideshow|slides|scroller/.test(all))
    return { shape: 'carousel', count: 8, isRelated };
  if (/ticker|headlines/.test(all)) return { shape: 'headlines', count: 5, isRelated };
  if (/\blists?\b|timeline|loop|feed/.test(all)) return { shape: 'list', count: 6, isRelated };
  if (/\brecent|\blatest/.test(all) && kind !== 'block') return { shape: 'headlines', count: 5, isRelated };
  return { shape: 'grid', count: 6, isRelated };
}
