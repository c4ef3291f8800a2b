import { formatTaxonomy } from '../../modules/types/names.ts';
import { idParameters, slugParameters } from '../../modules/types/built-in.ts';
import { canonicalJson } from '../../lib/json.ts';
import { isQueryPage, queryPagesOf } from '../../lib/pagination.ts';
import { parametersOf, withQuery } from '../../lib/urls.ts';

/** How a query parameter or form field is normalized, so that equal requests get equal keys. */
export type ParameterKind =
  /** A positive whole number of at most 15 digits, trimmed; anything else counts as absent. */
  | 'number'
  /** A page of a list or part of a text: too many digits mean a page beyond the end, not the first one. */
  | 'page'
  /** An id in an address: an impossible one (`-5`, thirty digits) becomes `0`, so that it names nothing instead of the front page. */
  | 'id'
  /** Included ids, and negative ones to exclude: deduplicated and sorted. A single invalid id becomes `0`. */
  | 'choice'
  /** Ids in any order: sorted and deduplicated; absent if there are no valid ones. */
  | 'ids'
  /** `asc` or `desc`; anything else counts as absent. */
  | 'order'
  /** `1`; absent if empty or `0`. */
  | 'flag'
  /** Trimmed, white space collapsed, Unicode composed. */
  | 'text'
  /** As sent, for texts that the answer echoes. */
  | 'raw'
  /** JSON with sorted keys; invalid JSON is treated as text. */
  | 'json';

export type ParameterTable = Readonly<Record<string, ParameterKind>>;

const each = (names: readonly string[], kind: ParameterKind): ParameterTable =>
  Object.fromEntries(names.map((name) => [name, kind]));

/**
 * Query parameters of public pages, except those that page WordPress' lists (`query-3-page`: `page-cache.ts` passes
 * them to pages that read them). Others (`utm_source`, `fbclid` …) neither reach a renderer nor affect the key.
 */
export const declaredParameters: ParameterTable = {
  ...each(idParameters, 'id'),
  ...each(slugParameters, 'text'),
  cat: 'choice',
  tag_id: 'id',
  author: 'choice',
  paged: 'page',
  cpage: 'number',
  replytocom: 'number',
  comment_order: 'order',
  m: 'id',
  w: 'id',
  year: 'id',
  monthnum: 'id',
  day: 'id',
  slide: 'page',
  page: 'page',
  td_page: 'number',
  name: 'text',
  pagename: 'text',
  attachment: 'text',
  author_name: 'text',
  s: 'text',
  post_type: 'text',
  feed: 'text',
  td_block: 'text',
  td_filter_value: 'text',
  taxonomy: 'text',
  term: 'text',
  [formatTaxonomy]: 'text',
  amp: 'raw',
  embed: 'flag',
  relatedposts: 'flag',
  relatedposts_exclude: 'ids',
};

/** Requests with one of these are for one user or moment: never answered from the cache, never stored. */
const uncachedParameters = new Set([
  'preview',
  'preview_id',
  'preview_nonce',
  'rest_route',
  'add-to-cart',
  'wc-ajax',
]);
/** Both together show a held comment to its author; one alone is ignored, so that it can't bypass the cache. */
const heldComment = { id: 'unapproved', hash: 'moderation-hash' };

/** Normalizes `given` to sorted pairs of the parameters in `table`; undefined if one of them prevents caching. */
export function normaliseParameters(
  given: Iterable<[string, string]>,
  table: ParameterTable,
): Map<string, string> | undefined {
  const found = new Map<string, string>(); // the last value of a repeated name counts, as in PHP
  const turning: [string, string][] = [];
  let held = 0;
  for (const [name, value] of given) {
    if (name === heldComment.id) held |= 1;
    else if (name === heldComment.hash) held |= 2;
    if (held === 3) return undefined;
    if (uncachedParameters.has(name)) return undefined;
    const kind = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!kind) {
      if (table === declaredParameters && isQueryPage(name)) turning.push([name, value]);
      continue;
    }
    const normal = normalise(kind, value);
    if (normal === undefined) found.delete(name);
    else found.set(name, normal);
  }
  if (turning.length > 0) for (const [name, page] of queryPagesOf(turning)) found.set(name, String(page));
  return found.size < 2 ? found : new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Query parameters of an uncached page: declared ones are normalized, as for the cached page, all others as sent. */
export function spellParameters(given: Iterable<[string, string]>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of given) {
    const kind = Object.hasOwn(declaredParameters, name) ? declaredParameters[name] : undefined;
    const normal = kind ? normalise(kind, value) : value;
    if (normal === undefined) found.delete(name);
    else found.set(name, normal);
  }
  return found;
}

function normalise(kind: ParameterKind, value: string): string | undefined {
  switch (kind) {
    case 'number':
      return wholeNumber(value);
    case 'id':
      return wholeNumber(value) ?? (/^-\d|^\d{16}/.test(value) ? '0' : undefined);
    case 'page':
      return wholeNumber(value) ?? (/^\d{16}/.test(value) ? '9'.repeat(15) : undefined);
    case 'choice':
      return choiceOf(value);
    case 'ids':
      return (
        [...new Set((value.match(/\d{1,15}/g) ?? []).map(Number))].toSorted((a, b) => a - b).join(',') ||
        undefined
      );
    case 'order':
      return /^(?:asc|desc)$/.test(value) ? value : undefined;
    case 'flag':
      return value === '' || value === '0' ? undefined : '1';
    case 'text':
      return collapse(value);
    case 'raw':
      return value.toWellFormed();
    case 'json':
      return canonicalJson(value) ?? collapse(value); // the renderer detects invalid JSON
  }
}

/** Ids per choice; with more it matches nothing, which bounds the length of keys. */
const maxChosen = 20;

function choiceOf(value: string): string | undefined {
  if (!/^\s*-?\d+(?:[\s,]+-?\d+)*[\s,]*$/.test(value.slice(0, 400))) return undefined;
  const numbers = [...new Set((value.match(/-?\d+/g) ?? []).map(Number))].filter((number) => number !== 0);
  if (value.length > 400 || numbers.length > maxChosen || numbers.some((number) => Math.abs(number) >= 1e15))
    return '0';
  return numbers.toSorted((a, b) => (a > 0 && b > 0 ? a - b : b - a)).join(',') || undefined;
}

const wholeNumber = (value: string) =>
  /^\s*0*[1-9]\d{0,14}\s*$/.test(value) ? String(Number(value)) : undefined;
const collapse = (text: string) => text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim();

/** Characters of a query that a redirect carries over. */
const maxCarriedLength = 2048;

/**
 * Adds the requested address's undeclared parameters (`/old/?utm_source=x`), which renderers never see, to a redirect's
 * location. Unchanged pairs, up to 2 KB; none that the location already has, and none to other sites.
 */
export function withCarriedQuery(location: string, requested: string, siteUrl: string): string {
  const mark = requested.indexOf('?');
  if (mark < 0 || !isOwn(location, siteUrl)) return location;
  const there = parametersOf(location);
  const carried: string[] = [];
  let length = 0;
  for (const pair of requested.slice(mark + 1).split('&')) {
    const [name = ''] = new URLSearchParams(pair).keys();
    if (
      name === '' ||
      Object.hasOwn(declaredParameters, name) ||
      there.has(name) ||
      length + pair.length >= maxCarriedLength
    )
      continue;
    carried.push(pair.replace(/[^\x21-\x7e]|["#<>]/g, escapeByte));
    length += pair.length + 1;
  }
  return withQuery(location, carried.join('&'));
}

/** Node returns each byte of an address as a character: unescaped bytes must not be encoded as UTF-8 again. */
const escapeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function isOwn(location: string, siteUrl: string): boolean {
  return location === siteUrl || location.startsWith(`${siteUrl}/`) || /^\/(?![/\\])/.test(location);
}
