import { formatTaxonomy } from '../../modules/types/names.ts';
import { idParameters, slugParameters } from '../../modules/types/built-in.ts';
import { canonicalJson } from '../../lib/json.ts';
import { isQueryPage, queryPagesOf } from '../../lib/pagination.ts';
import { parametersOf, withQuery } from '../../lib/urls.ts';

/** How a query parameter or form field is brought to its one spelling, so that equal requests get equal keys. */
export type ParameterKind =
  /** Whole number above 0 in at most 15 digits, with white space around it; anything else counts as absent. */
  | 'number'
  /** The same for a page of a list or part of a text: more digits than a number has are one behind every end, rather than the first. */
  | 'page'
  /**
   * The same for what names a page by number: one that no page can have (`-5`, thirty digits) becomes `0`, so that it names nothing rather than the front page.
   */
  | 'id'
  /** Numbers of things that are wanted, and below 0 of such as are left out: each once, in one order. One thing that is none becomes `0`. */
  | 'choice'
  /** Numbers in any order and spelling: sorted, each once; none at all counts as absent. */
  | 'ids'
  /** `asc` or `desc`; anything else counts as absent. */
  | 'order'
  /** `1`, or absent when empty or `0`. */
  | 'flag'
  /** White space trimmed and collapsed, Unicode composed. */
  | 'text'
  /** As sent: for texts that the answer echoes. */
  | 'raw'
  /** JSON with its keys sorted; what does not parse is kept as text. */
  | 'json';

export type ParameterTable = Readonly<Record<string, ParameterKind>>;

const each = (names: readonly string[], kind: ParameterKind): ParameterTable =>
  Object.fromEntries(names.map((name) => [name, kind]));

/**
 * Query parameters that reader pages know, beside those by which WordPress' lists are turned (`query-3-page`: `page-cache.ts` gives them to pages that read
 * them). All others (`utm_source`, `fbclid` …) neither reach a renderer nor make another key.
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

/** A request that carries one of these is for one person or one moment: it is neither answered from the cache nor stored. */
const uncachedParameters = new Set([
  'preview',
  'preview_id',
  'preview_nonce',
  'rest_route',
  'add-to-cart',
  'wc-ajax',
]);
/** Together they show a held comment to its author; one alone means nothing, and must not be a way past the cache. */
const heldComment = { id: 'unapproved', hash: 'moderation-hash' };

/** Brings `given` to sorted name-value pairs of what `table` declares; undefined when it holds a parameter that must not be cached. */
export function normaliseParameters(
  given: Iterable<[string, string]>,
  table: ParameterTable,
): Map<string, string> | undefined {
  const found = new Map<string, string>(); // of a repeated name the last one counts, as in PHP
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

/** Query parameters of a page for one client: declared ones in their one spelling, so that it is everybody's page, and all others as they were sent. */
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
      return canonicalJson(value) ?? collapse(value); // the renderer tells what is no JSON
  }
}

/** Most numbers of a choice; beyond them it is of nothing, so that nobody makes ever longer keys. */
const mostChosen = 20;

function choiceOf(value: string): string | undefined {
  if (!/^\s*-?\d+(?:[\s,]+-?\d+)*[\s,]*$/.test(value.slice(0, 400))) return undefined;
  const numbers = [...new Set((value.match(/-?\d+/g) ?? []).map(Number))].filter((number) => number !== 0);
  if (value.length > 400 || numbers.length > mostChosen || numbers.some((number) => Math.abs(number) >= 1e15))
    return '0';
  return numbers.toSorted((a, b) => (a > 0 && b > 0 ? a - b : b - a)).join(',') || undefined;
}

const wholeNumber = (value: string) =>
  /^\s*0*[1-9]\d{0,14}\s*$/.test(value) ? String(Number(value)) : undefined;
const collapse = (text: string) => text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim();

/** Longest query that a redirect takes along, in characters. */
const longestCarried = 2048;

/**
 * Where a redirect of an asked address (`/old/?utm_source=x`) leads, with the parameters that no page declares: renderers never see those, so they could not
 * carry them.
 * Whole parameters as they were sent, up to 2 KB; none that the location has already, and none to other sites.
 */
export function withCarriedQuery(location: string, asked: string, siteUrl: string): string {
  const mark = asked.indexOf('?');
  if (mark < 0 || !isOwn(location, siteUrl)) return location;
  const there = parametersOf(location);
  const carried: string[] = [];
  let length = 0;
  for (const pair of asked.slice(mark + 1).split('&')) {
    const [name = ''] = new URLSearchParams(pair).keys();
    if (
      name === '' ||
      Object.hasOwn(declaredParameters, name) ||
      there.has(name) ||
      length + pair.length >= longestCarried
    )
      continue;
    carried.push(pair.replace(/[^\x21-\x7e]|["#<>]/g, escapeByte));
    length += pair.length + 1;
  }
  return withQuery(location, carried.join('&'));
}

/** Node gives each byte of an address as a letter: what was sent as it is, and not escaped, must not become UTF-8 once more. */
const escapeByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function isOwn(location: string, siteUrl: string): boolean {
  return location === siteUrl || location.startsWith(`${siteUrl}/`) || /^\/(?![/\\])/.test(location);
}
