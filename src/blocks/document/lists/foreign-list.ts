import { diviListPrefix } from '../../../lib/builder-data/divi-modules.ts';
import { listWidgetPrefix } from '../../../lib/builder-data/list-widgets.ts';
import { panelsListBlock } from '../../../lib/builder-data/site-origin-widgets.ts';
import { isRecord } from '../../../lib/records.ts';
import type { ParsedBlock } from '../../../lib/markup/block-markup.ts';
import type { BlockNode } from '../document.ts';
import { knownList } from './known-lists.ts';
import type { ListKind } from './known-lists.ts';
import { readList } from './read-list.ts';
import type { ForeignList, KnownList } from './read-list.ts';
import { plainKey } from './list-values.ts';

const kindOf = (name: string): ListKind => (name.includes('/') ? 'block' : 'shortcode');

/**
 * The Broadsheet list that replaces a block, shortcode or widget of a plugin or old theme; undefined if that lists no
 * posts. `attributes` are untrusted.
 */
export function foreignList(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  kind: ListKind = kindOf(name),
): ForeignList | undefined {
  const known = knownList(name, kind) ?? guessedList(name, attributes, kind);
  return known && readList(attributes, known);
}

/** Whether a name alone identifies a list of posts. */
export const isForeignListName = (name: string, kind: ListKind = kindOf(name)): boolean =>
  knownList(name, kind) !== undefined;

/**
 * The list that replaces a whole block. An unknown block with inner blocks or text stays as it was saved, unless its
 * content is a copy of the list from the day of the export.
 */
export function listInPlaceOf({
  name,
  attributes,
  parts,
}: Pick<ParsedBlock, 'name' | 'attributes' | 'parts'>): ForeignList | undefined {
  if (name.startsWith(listWidgetPrefix))
    return foreignList(name.slice(listWidgetPrefix.length), attributes, 'widget');
  if (name === panelsListBlock) return widgetOfPanels(attributes);
  if (name.startsWith(diviListPrefix))
    return foreignList(
      `et_pb_${name.slice(diviListPrefix.length).replaceAll('-', '_')}`,
      attributes,
      'shortcode',
    );
  if (isForeignListName(name)) return foreignList(name, attributes);
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  const html = parts.join('');
  const isCopy = Object.keys(attributes).length > 0 && [...html.matchAll(/<a\s[^<>]*\bhref=/gi)].length >= 2;
  return html.trim() === '' || isCopy ? foreignList(name, attributes) : undefined;
}

/** The list that replaces a SiteOrigin widget, by its class name, which may have a namespace. */
export function widgetOf(
  className: string,
  settings: Readonly<Record<string, unknown>>,
): ForeignList | undefined {
  const name = className.slice(0, 200).split('\\').at(-1) ?? '';
  return foreignList(name, settings, 'widget');
}

const widgetOfPanels = ({ class: name, settings }: Readonly<Record<string, unknown>>) =>
  typeof name === 'string' ? widgetOf(name, isRecord(settings) ? settings : {}) : undefined;

export function foreignListNode({ block, settings, references }: ForeignList, place: string): BlockNode {
  return { name: block, attributes: settings, children: [], place, references };
}

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
/** Parts of one post, forms, and lists of other content. */
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
function guessedList(
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
