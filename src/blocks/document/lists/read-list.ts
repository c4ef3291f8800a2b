import { articleType, sectionTaxonomy, tagTaxonomy } from '../../../modules/types/names.ts';
import { htmlToText } from '../../../lib/plain-text.ts';
import { startOf } from '../../../lib/cut-text.ts';
import { flagIn, listValues, namesIn, numberIn, valueOf } from './list-values.ts';
import type { ListValues } from './list-values.ts';

/** Ids or slugs in a list of another site, which `withNamedHere` maps to local ones. */
export interface ListReferences {
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
  /** Terms that may be categories or tags. */
  readonly terms?: readonly string[];
  readonly authors?: readonly string[];
  readonly posts?: readonly string[];
  readonly excluded?: readonly string[];
}

/** Layout of the posts: stacked, in columns, scrolling, large slides, without pictures, a large one with others below, or one per author. */
export type ListShape = 'list' | 'grid' | 'carousel' | 'slides' | 'headlines' | 'lead' | 'authors';

export interface KnownList {
  readonly shape?: ListShape;
  readonly count?: number;
  readonly columns?: number;
  /** Leaves out posts of lists above, unless the attribute of this name changes it. */
  readonly once?: string;
  readonly sort?: string;
  readonly type?: string;
  readonly isRelated?: boolean;
  /** `posts` only counts if this attribute is true. */
  readonly namesPostsIf?: string;
  /** The attribute holds twelfths of a row, as WPBakery's `element_width` does. */
  readonly twelfths?: string;
}

export interface ForeignList {
  readonly block: 'broadsheet/post-list' | 'broadsheet/slide' | 'broadsheet/voices';
  readonly settings: Readonly<Record<string, unknown>>;
  readonly references: ListReferences;
}

const maxPosts = 50;
const maxSlides = 20;
const maxColumns = 6;

const countKeys = [
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
  'maxitems',
  'numberofitems',
  'numberpost',
  'numberitems',
  'itemscount',
  'itemsperpage',
  'perpage',
  'count',
  'limit',
  'size',
  'number',
  'num',
  'total',
  'quantity',
  'amount',
  'items',
  'qty',
];
const columnKeys = [
  'columns',
  'postcolumns',
  'column',
  'cols',
  'columncount',
  'numberofcolumns',
  'gridcolumns',
  'gridcolumnscount',
  'itemsperrow',
  'columnnumber',
  'tdcolumnnumber',
  'columnsnumber',
  'perrow',
];
const categoryKeys = [
  'categories',
  'category',
  'categoryids',
  'categoryid',
  'cats',
  'cat',
  'catids',
  'catid',
  'includecategory',
  'includecategories',
  'selectedcategories',
  'selectcategories',
  'categoryname',
  'categoryslug',
  'catslug',
  'catname',
  'categoryin',
  'includecategoriesids',
  'postcategory',
  'postcategories',
  'categoryarray',
  'termid',
];
const tagKeys = [
  'tags',
  'tag',
  'tagids',
  'tagid',
  'tagslug',
  'tagslugs',
  'selectedtags',
  'includetag',
  'includetags',
  'tagin',
  'postsincludetags',
];
const termKeys = [
  'termids',
  'terms',
  'taxonomies',
  'includetermids',
  'postsincludetermids',
  'taxqueryterms',
  'postterms',
];
const authorKeys = [
  'authors',
  'authorids',
  'authorid',
  'selectedauthor',
  'selectedauthors',
  'includeauthors',
  'postsincludeauthors',
  'authorin',
  'authorsids',
];
const postKeys = [
  'specificposts',
  'postids',
  'includeposts',
  'postin',
  'selectedposts',
  'byid',
  'postspostids',
  'ids',
  'include',
  'postsids',
  'pinnedposts',
];
const excludedKeys = ['excludeposts', 'excludeids', 'postnotin', 'postsexcludeids', 'exclude'];
const titleKeys = [
  'sectionheader',
  'customtitle',
  'blocktitle',
  'widgettitle',
  'sectiontitle',
  'headertitle',
  'title',
  'heading',
  'firsttitle',
];
const layoutKeys = [
  'layout',
  'postlayout',
  'layouttype',
  'displaylayout',
  'gridlayout',
  'display',
  'view',
  'skin',
  'style',
  'template',
  'listlayout',
];

/** Attributes that show or hide a part of each post. */
const shown = {
  excerpt: [
    'showexcerpt',
    'displayexcerpt',
    'displaypostexcerpt',
    'displaypostcontent',
    'excerptshow',
    'excerpt',
  ],
  date: ['showdate', 'displaydate', 'displaypostdate', 'postdate', 'showpostdate', 'dateshow', 'date'],
  author: ['showauthor', 'displayauthor', 'displaypostauthor', 'showpostauthor', 'authorshow'],
  meta: ['showmeta', 'displaymeta', 'metashow'],
  category: [
    'showcategory',
    'showcategories',
    'displaycategory',
    'displaycategories',
    'categoryshow',
    'showcat',
  ],
  image: [
    'showimage',
    'displayimage',
    'displayfeaturedimage',
    'displaypostimage',
    'showthumbnail',
    'displaythumbnail',
    'showfeaturedimage',
    'imageshow',
    'image',
  ],
} as const;

/** Converts the attributes of any plugin's list, since most plugins use the same few names. */
export function readList(attributes: Readonly<Record<string, unknown>>, known: KnownList): ForeignList {
  const values = listValues(attributes);
  const count = countOf(values) ?? known.count;
  const shape = shapeOf(values, known, count);
  const isShown = (what: keyof typeof shown) => flagIn(valueOf(values, shown[what]));
  const hasNoMeta = isShown('meta') === false || (isShown('date') === false && isShown('author') === false);
  const type =
    typeIn(
      valueOf(values, ['posttype', 'posttypes', 'postsposttype', 'queryposttype', 'installedposttypes']),
    ) ||
    (known.type ?? '');
  const columns = columnsOf(values, known);
  const title = titleIn(valueOf(values, titleKeys));
  if (shape === 'authors')
    return {
      block: 'broadsheet/voices',
      settings: title === '' ? {} : { custom_title: title },
      references: {},
    };
  const sort = known.sort ?? sortOf(values);
  const offset = numberIn(
    valueOf(values, [
      'offset',
      'postsoffset',
      'offsetposts',
      'offsetquery',
      'postoffset',
      'startfrom',
      'skip',
    ]),
  );
  const settings = {
    ...(count === undefined ? {} : { limit: clamp(count, shape === 'slides' ? maxSlides : maxPosts) }),
    ...(offset !== undefined && offset > 0 ? { offset: Math.min(offset, 10_000) } : {}),
    ...(sort === '' ? {} : { sort }),
    ...(title === '' ? {} : { custom_title: title }),
    ...(type === '' ? {} : { post_type: type }),
    ...(isShown('excerpt') === false ? { show_excerpt: false } : {}),
    ...(isShown('category') === false ? { show_category: false } : {}),
    ...(hasNoMeta ? { show_meta: false } : {}),
    ...(known.once !== undefined && flagIn(values.get(known.once)) !== false ? { once: true } : {}),
    ...(known.isRelated ? { live_filter: 'cur_post_same_categories' } : {}),
  };
  const references = referencesOf(values, known);
  if (shape === 'slides') return { block: 'broadsheet/slide', settings, references };
  const style = { list: 'list', grid: 'cards', carousel: 'reel', headlines: 'compact', lead: 'lead' }[shape];
  return {
    block: 'broadsheet/post-list',
    settings: { style, ...(shape === 'list' ? {} : { td_column_number: columns }), ...settings },
    references,
  };
}

const clamp = (value: number, max: number) => Math.max(1, Math.min(max, value));

/** 0 and less mean all posts. */
function countOf(values: ListValues): number | undefined {
  const count = numberIn(valueOf(values, countKeys, 'postsperpage'));
  return count === undefined ? undefined : count < 1 ? maxPosts : count;
}

function columnsOf(values: ListValues, known: KnownList): number {
  const twelfths = known.twelfths === undefined ? undefined : numberIn(values.get(known.twelfths));
  const said =
    twelfths !== undefined && twelfths > 0
      ? Math.round(12 / twelfths)
      : numberIn(valueOf(values, columnKeys, 'columns'));
  return clamp(said ?? known.columns ?? (known.shape === 'headlines' ? 1 : 3), maxColumns);
}

function shapeOf(values: ListValues, known: KnownList, count: number | undefined): ListShape {
  if (known.shape === 'authors') return 'authors';
  if (known.shape === 'slides')
    return (numberIn(values.get('slidesperview')) ?? 1) > 1 ? 'carousel' : 'slides';
  if (flagIn(valueOf(values, shown.image)) === false) return 'headlines';
  const layouts = layoutKeys
    .map((key) => values.get(key))
    .filter((value) => typeof value === 'string')
    .join(' ')
    .slice(0, 500)
    .toLowerCase();
  if (/carousel|slider|slideshow/.test(layouts)) return 'carousel';
  if (/\blist\b|list-|-list/.test(layouts)) return count === 1 ? 'grid' : 'list';
  if (/grid|masonry|card|tile/.test(layouts)) return 'grid';
  return known.shape ?? 'grid';
}

/** Types that mean articles, or no particular type. */
const anyType: ReadonlySet<string> = new Set([
  'post',
  'posts',
  'any',
  'all',
  'custom',
  'ids',
  'by_id',
  'current_query',
  'related',
  'manual_selection',
  'manual',
  'blog',
  'default',
  'none',
  'query',
]);

function typeIn(value: unknown): string {
  const types = Array.isArray(value) ? (value as unknown[]) : [value];
  const [first] = types;
  if (typeof first !== 'string' || types.includes(articleType)) return '';
  const names = first.split(',').map((name) => name.trim().toLowerCase());
  const [type = ''] = names;
  return names.some((name) => anyType.has(name)) || !/^[a-z\d_-]{1,20}$/.test(type) ? '' : type;
}

function titleIn(value: unknown): string {
  if (typeof value !== 'string' || flagIn(value) === false || /^(?:true|yes|h[1-6])$/.test(value)) return '';
  return startOf(htmlToText(value.slice(0, 2000)).trim(), 200);
}

/** Orders of `WP_Query`, of plugins that combine order and direction, and of view counters. */
function sortOf(values: ListValues): string {
  const given = valueOf(
    values,
    ['orderby', 'sortby', 'sort', 'postsorderby', 'orderposts', 'filterby'],
    'orderby',
  );
  const by = typeof given === 'string' ? given.slice(0, 50).toLowerCase() : '';
  const direction = valueOf(values, ['order', 'sortorder', 'postsorder', 'orderdirection']);
  const isUp = by.endsWith('asc') || (typeof direction === 'string' && /^asc/i.test(direction.trim()));
  if (/rand/.test(by)) return 'random_posts';
  if (/modif|update/.test(by)) return 'modified_date';
  if (/comment/.test(by)) return 'comment_count';
  if (/view|popular|trending|most_read|hits/.test(by)) return 'popular';
  if (/title|name/.test(by)) return 'alphabetical_order';
  return isUp && (by === '' || /date|id\b|oldest/.test(by)) ? 'oldest_posts' : '';
}

function referencesOf(values: ListValues, known: KnownList): ListReferences {
  const named = (keys: readonly string[]) => namesIn(valueOf(values, keys));
  const taxonomy = valueOf(values, ['taxonomytype', 'taxonomy', 'taxtype', 'selectedtaxonomy']);
  const isTag = typeof taxonomy === 'string' && taxonomy.endsWith('tag');
  const isOther =
    typeof taxonomy === 'string' &&
    taxonomy !== '' &&
    !isTag &&
    !/^(?:category|categories|cat|none|all)$/.test(taxonomy);
  const below = taxQuery(values.get('taxquery'));
  const own = isOther ? [] : [...named(categoryKeys), ...below.categories];
  const excludes = flagIn(values.get('categoryexclude')) === true && values.has('categoryexclude');
  const terms = isOther ? [] : [...named(termKeys), ...below.terms];
  const namesPosts = known.namesPostsIf === undefined || flagIn(values.get(known.namesPostsIf)) === true;
  const author = values.get('author');
  const references = {
    categories: isTag || excludes ? [] : own,
    tags: [...named(tagKeys), ...(isTag ? own : []), ...below.tags],
    terms,
    authors: [
      ...named(authorKeys),
      ...(typeof author === 'number' ||
      (typeof author === 'string' && flagIn(author) && author !== 'true' && author !== 'yes')
        ? namesIn(author)
        : []),
    ],
    posts: namesPosts ? named(postKeys).filter(isId) : [],
    excluded: named(excludedKeys).filter(isId),
  };
  return Object.fromEntries(Object.entries(references).filter(([, names]) => names.length > 0));
}

const isId = (name: string) => /^\d{1,15}$/.test(name);

/** Terms of a `tax_query`: `[{"taxonomy": "category", "terms": [3]}]`, `{"category": [3]}`, or `category:news` of SiteOrigin. */
function taxQuery(input: unknown): {
  readonly categories: string[];
  readonly tags: string[];
  readonly terms: string[];
} {
  const found = { categories: [] as string[], tags: [] as string[], terms: [] as string[] };
  const add = (taxonomy: unknown, terms: unknown) => {
    if (taxonomy === sectionTaxonomy) found.categories.push(...namesIn(terms));
    else if (taxonomy === tagTaxonomy) found.tags.push(...namesIn(terms));
  };
  if (typeof input === 'string') {
    for (const part of input.slice(0, 5000).split(',')) add(part.slice(0, part.indexOf(':')), part);
  } else if (Array.isArray(input)) {
    for (const clause of (input as unknown[]).slice(0, 10)) {
      if (typeof clause === 'object' && clause !== null)
        add((clause as Record<string, unknown>).taxonomy, (clause as Record<string, unknown>).terms);
    }
  } else if (typeof input === 'object' && input !== null)
    for (const [taxonomy, terms] of Object.entries(input).slice(0, 10)) add(taxonomy, terms);
  return found;
}
