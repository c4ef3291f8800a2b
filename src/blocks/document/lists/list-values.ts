import { isRecord } from '../../../lib/records.ts';

/** Attributes by normalized names: `posts_per_page`, `postsPerPage` and `posts-per-page` are the same. */
export type ListValues = ReadonlyMap<string, unknown>;

/** Keys read per list; more are an attack. */
const maxKeys = 400;
/** Characters of text that are parsed as JSON or as a query. */
const maxParsedLength = 20_000;
/** Attributes that hold a list's query, as an object or as text. */
const queryKeys: ReadonlySet<string> = new Set([
  'query',
  'querydata',
  'queryargs',
  'customquery',
  'loop',
  'postsquery',
  'buildquery',
  'wp',
  'instance',
  'settings',
  'posts',
  'postsettings',
  'postquery',
]);

export const plainKey = (key: string): string => key.toLowerCase().replace(/[_-]/g, '');

/** A list's attributes and those of its query, one level deep; direct attributes take precedence. */
export function listValues(attributes: Readonly<Record<string, unknown>>): ListValues {
  const values = new Map<string, unknown>();
  const nested: Readonly<Record<string, unknown>>[] = [];
  for (const [key, given] of Object.entries(attributes).slice(0, maxKeys)) {
    const plain = plainKey(key);
    const value = parsedJson(given);
    const query = queryKeys.has(plain) ? (isRecord(value) ? value : queryIn(value)) : undefined;
    if (query) nested.push(query);
    else if (!values.has(plain)) values.set(plain, value);
  }
  for (const query of nested) {
    for (const [key, value] of Object.entries(query).slice(0, maxKeys))
      if (!values.has(plainKey(key))) values.set(plainKey(key), parsedJson(value));
  }
  return values;
}

function parsedJson(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > maxParsedLength || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** `size:6|order_by:date|categories:3` of WPBakery, or `post_type=post&posts_per_page=6` of SiteOrigin. */
function queryIn(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'string' || value.length > maxParsedLength) return undefined;
  const parts = /^[a-z_]+:[^|]*(?:\||$)/.test(value)
    ? value.split('|').map((part) => [part, part.indexOf(':')] as const)
    : value.includes('=')
      ? value.split(/&(?:amp;)?/).map((part) => [part, part.indexOf('=')] as const)
      : undefined;
  return (
    parts &&
    Object.fromEntries(
      parts.filter(([, at]) => at > 0).map(([part, at]) => [part.slice(0, at), decoded(part.slice(at + 1))]),
    )
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).replace(/^'(.*)'$/, '$1');
  } catch {
    return text;
  }
}

/** The first of these attributes with a value; also matches names that end with `ending`, such as those of skins (`classic_columns`). */
export function valueOf(values: ListValues, names: readonly string[], ending?: string): unknown {
  const isSaid = (value: unknown) => value !== undefined && value !== null && value !== '';
  for (const name of names) if (isSaid(values.get(name))) return values.get(name);
  if (ending === undefined) return undefined;
  for (const [key, value] of values) if (key.endsWith(ending) && isSaid(value)) return value;
  return undefined;
}

/** A whole number, or the first of several (`[3, 2, 1]`, `{"desktop": 3}`, `{"size": 3}`). */
export function numberIn(value: unknown): number | undefined {
  const one = Array.isArray(value)
    ? (value as unknown[])[0]
    : isRecord(value)
      ? (value.desktop ?? value.size ?? value.lg)
      : value;
  if (typeof one !== 'number' && typeof one !== 'string') return undefined;
  const number = typeof one === 'number' ? one : Number.parseInt(one.slice(0, 20), 10);
  return Number.isFinite(number) ? Math.trunc(number) : undefined;
}

const off: ReadonlySet<string> = new Set([
  'false',
  'no',
  '0',
  'off',
  'hide',
  'hidden',
  'none',
  'disable',
  'disabled',
  'n',
]);

/** Whether an attribute turns something on; undefined if it is no flag. */
export function flagIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string' || value.length > 20) return undefined;
  return !off.has(value.trim().toLowerCase());
}

const maxNamed = 20;
const maxNameLength = 200;
const everything: ReadonlySet<string> = new Set([
  '',
  '0',
  '-1',
  'all',
  'any',
  'none',
  'null',
  'undefined',
  'false',
  'true',
  '*',
]);

/** Ids or slugs of an attribute: `3`, `"3,7"`, `"news"`, `[3, 7]`, `[{"id": 3}]`, `[{"value": 3}]`, `"category[3]"`, `"category:news"`. */
export function namesIn(value: unknown): string[] {
  const entries = Array.isArray(value)
    ? (value as unknown[]).slice(0, maxNamed)
    : typeof value === 'string'
      ? value.slice(0, 5000).split(/[,;]/)
      : [value];
  return [
    ...new Set(
      entries
        .slice(0, maxNamed)
        .map(nameIn)
        .filter((name) => !everything.has(name.toLowerCase())),
    ),
  ];
}

function nameIn(entry: unknown): string {
  const one = isRecord(entry)
    ? (entry.id ?? entry.value ?? entry.term_id ?? entry.slug ?? entry.name)
    : entry;
  if (typeof one !== 'number' && typeof one !== 'string') return '';
  const text = String(one).trim();
  const name =
    /^[\w-]{1,40}\[([^[\]]+)\]$/.exec(text)?.[1] ?? /^[a-z_]{1,40}:([^:]+)$/.exec(text)?.[1] ?? text;
  return name.length > maxNameLength || /[/\\<>\0]/.test(name) || /^-\d+$/.test(name) ? '' : name;
}
