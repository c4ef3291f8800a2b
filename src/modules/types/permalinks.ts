import { withQuery } from '../../lib/urls.ts';
import { postTypeNamed, taxonomyNamed } from './registry.ts';

interface AddressedPost {
  readonly id: number;
  readonly type: string;
  readonly slug: string;
}

interface AddressedTerm {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
}

/** `rewritten`: `/{postname}/`; `plain`: `/?p={post_id}`. */
export type PermalinkStructure = 'rewritten' | 'plain';

export const isPlain = (structure: PermalinkStructure) => structure === 'plain';

export const withNames: PermalinkStructure = 'rewritten';

/** Builds root-relative URLs (`/category/science/`); callers that need absolute ones prepend the site's URL. */
export interface Permalinks {
  readonly structure: PermalinkStructure;
  /** `parents`: slugs of its ancestors, outermost first, if its type shows them. */
  post(post: AddressedPost, parents?: readonly string[]): string;
  /** `chain`: the term after its ancestors, outermost first. */
  term(chain: readonly AddressedTerm[]): string;
  /** List of posts with all or any of these terms, except those with a term of `without`. The order of terms does not matter. */
  terms(
    terms: readonly AddressedTerm[],
    mode: 'any' | 'all',
    without: readonly Pick<AddressedTerm, 'id' | 'taxonomy'>[],
  ): string;
  authors(ids: readonly number[], without: readonly number[]): string;
  author(user: { readonly id: number; readonly slug: string }): string;
  /** A day is 1 to 31; month and day are optional. */
  date(year: number, month?: number, day?: number): string;
  /** ISO 8601 week, which starts on Monday. */
  week(year: number, week: number): string;
  /** `postType`: one type, or several separated by commas. `within`: a filter in query syntax (`cat=3`). */
  search(text: string, postType?: string, within?: string): string;
  paged(path: string, n: number): string;
}

const segment = (slug: string) => encodeURIComponent(slug);
const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Sorted slugs, joined by the sign for `any` or `all`; queries use the same signs. */
const slugsOf: (...args: readonly [readonly Pick<AddressedTerm, 'slug'>[], 'any' | 'all']) => string = (
  terms,
  mode,
) =>
  terms
    .map(({ slug }) => segment(slug))
    .toSorted()
    .join(mode === 'all' ? '+' : ',');

const idsOf = (ids: readonly number[], without: readonly number[]) =>
  [...ids.toSorted((a, b) => a - b), ...without.map((id) => -id).toSorted((a, b) => b - a)].join(',');

const rewritten: Permalinks = {
  structure: withNames,
  post: ({ id, type, slug }, parents = []) => {
    if (slug === '') return `/?p=${id}`;
    const base = postTypeNamed(type).slug;
    return `/${[...(base === '' ? [] : [base]), ...parents, slug].map(segment).join('/')}/`;
  },
  term: (chain) => {
    const base = taxonomyNamed(chain.at(-1)?.taxonomy ?? '').slug;
    return `/${[base, ...chain.map(({ slug }) => slug)].map(segment).join('/')}/`;
  },
  terms: (terms, mode, without) => {
    const { slug } = taxonomyNamed(terms[0]?.taxonomy ?? '');
    return without.length > 0
      ? plain.terms(terms, mode, without)
      : `/${segment(slug)}/${slugsOf(terms, mode)}/`;
  },
  authors: (ids, without) => `/?author=${idsOf(ids, without)}`,
  author: ({ slug }) => `/author/${segment(slug)}/`,
  date: (year, month, day) =>
    `/${[String(year).padStart(4, '0'), ...(month ? [twoDigits(month)] : []), ...(month && day ? [twoDigits(day)] : [])].join('/')}/`,
  week: (year, week) => `/?m=${String(year).padStart(4, '0')}&w=${week}`,
  search: (text, postType, within) =>
    `/?s=${encodeURIComponent(text)}${postType ? `&post_type=${encodeURIComponent(postType)}` : ''}${within ? `&${within}` : ''}`,
  paged: (path, n) => {
    if (n <= 1) return path;
    const [base = '/', query] = path.split('?');
    return query === undefined ? `${base}page/${n}/` : `/page/${n}/?${query}`;
  },
};

const plain: Permalinks = {
  structure: 'plain',
  post: ({ id, type }) => `/?${postTypeNamed(type).idParameter}=${id}`,
  term: (chain) => {
    const term = chain.at(-1);
    if (!term) return '/';
    const { idParameter, slugParameter: parameter } = taxonomyNamed(term.taxonomy);
    if (idParameter) return `/?${idParameter}=${term.id}`;
    return parameter
      ? `/?${parameter}=${segment(term.slug)}`
      : `/?taxonomy=${segment(term.taxonomy)}&term=${segment(term.slug)}`;
  },
  terms: (terms, mode, without) => {
    const taxonomy = (terms[0] ?? without[0])?.taxonomy ?? '';
    const { idParameter, slugParameter } = taxonomyNamed(taxonomy);
    if (idParameter && mode === 'any')
      return `/?${idParameter}=${idsOf(
        terms.map(({ id }) => id),
        without.map(({ id }) => id),
      )}`;
    return `/?${slugParameter ?? `taxonomy=${segment(taxonomy)}&term`}=${slugsOf(terms, mode)}`;
  },
  authors: rewritten.authors,
  author: ({ id }) => `/?author=${id}`,
  date: (year, month, day) =>
    `/?m=${String(year).padStart(4, '0')}${month ? twoDigits(month) : ''}${month && day ? twoDigits(day) : ''}`,
  week: rewritten.week,
  search: rewritten.search,
  paged: (path, n) => (n <= 1 ? path : withQuery(path, `paged=${n}`)),
};

/** URL of part `n` of an article: `/{slug}/{n}/`, with plain permalinks `/?p={id}&slide={n}`. */
export function partPath(path: string, n: number): string {
  if (n <= 1) return path;
  return path.includes('?') ? withQuery(path, `slide=${n}`) : `${path}${n}/`;
}

/** URL of page `n` of an article's comments, as in WordPress: `/{slug}/comment-page-{n}/`, with plain permalinks `/?p={id}&cpage={n}`. */
export function commentPagePath(path: string, n: number): string {
  if (n <= 1) return path;
  return path.includes('?') ? withQuery(path, `cpage=${n}`) : `${path}comment-page-${n}/`;
}

export function permalinks(structure: PermalinkStructure): Permalinks {
  return isPlain(structure) ? plain : rewritten;
}

/** Root-relative address of a type's list of posts, also for types without an archive. */
export function listAddress(type: string): string {
  const { archive, slug } = postTypeNamed(type);
  return `/${encodeURIComponent(archive?.slug ?? slug)}/`;
}

export type FeedFormat = 'rss2' | 'atom';
/** Formats of feeds, and files that belong to one post: its calendar entry, or chapters and transcript of an episode. */
export type FeedName = FeedFormat | 'ics' | 'podcast' | 'chapters' | 'transcript';

/** Root-relative feed URL of a page: of the site for `/`, of a list, or of an article's comments. */
export function feedAddress(structure: PermalinkStructure, path: string, format: FeedName = 'rss2'): string {
  if (isPlain(structure) || path.includes('?')) return withQuery(path, `feed=${format}`);
  return `${path}feed/${format === 'rss2' ? '' : `${format}/`}`;
}

export function commentFeedAddress(structure: PermalinkStructure, format: FeedFormat = 'rss2'): string {
  return isPlain(structure) ? `/?feed=comments-${format}` : feedAddress(structure, '/comments/', format);
}

export function embedAddress(structure: PermalinkStructure, path: string): string {
  return isPlain(structure) || path.includes('?') ? withQuery(path, 'embed=1') : `${path}embed/`;
}
