import { escapeBeyondAscii } from '../../../lib/encodings.ts';

/** A parameter as sent: text, a list (`name[]=a&name[]=b`), or keyed values (`name[key]=…`, `name[key][inner]=…`). */
export type RawValue = string | readonly string[] | KeyedValue;

/** Values by their key paths, in order; `nested` converts them to an object. Never a result of JSON. */
export class KeyedValue {
  readonly rows: (readonly [keys: readonly string[], value: string])[] = [];
}

/** Further parameters are ignored, as in PHP. */
const maxParams = 1000;
/** Longer key paths are ignored, as in PHP. */
const maxDepth = 64;

/** Parses a query string (without `?`) like PHP: the last value of a name wins, brackets make lists. */
export function parseQueryString(query: string): Map<string, RawValue> {
  const found = new Map<string, RawValue>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(escapeBeyondAscii(query))) {
    if (++count > maxParams) break;
    const [, base = '', brackets = ''] = /^([^[]+)((?:\[[^\]]*\])*)/.exec(name) ?? [];
    if (base === '') continue;
    if (brackets === '') found.set(base, value);
    else if (/^\[\d*\]$/.test(brackets)) {
      const before = found.get(base);
      found.set(base, Array.isArray(before) ? [...before, value] : [value]);
    } else {
      const before = found.get(base);
      const keys = brackets.slice(1, -1).split('][');
      if (keys.length > maxDepth) continue;
      const keyed = before instanceof KeyedValue ? before : new KeyedValue();
      keyed.rows.push([keys, value]);
      found.set(base, keyed);
    }
  }
  return found;
}

type Branch = Map<string, Branch | string>;

/** Converts key paths to an object; one whose keys are 0, 1, 2 … becomes a list. Later values override earlier ones. */
export function nested({ rows }: KeyedValue): unknown {
  const root: Branch = new Map();
  for (const [keys, value] of rows) {
    let at = root;
    for (const [depth, sent] of keys.entries()) {
      const key = sent === '' ? String(at.size) : sent;
      if (depth === keys.length - 1) at.set(key, value);
      else {
        const below = at.get(key);
        const next: Branch = below instanceof Map ? below : new Map();
        at.set(key, next);
        at = next;
      }
    }
  }
  return plain(root);
}

function plain(value: Branch | string): unknown {
  if (typeof value === 'string') return value;
  const isNumbered = value.size > 0 && [...value.keys()].every((key, index) => key === String(index));
  return isNumbered
    ? [...value.values()].map(plain)
    : Object.fromEntries([...value].map(([key, below]) => [key, plain(below)]));
}

/** `Array.isArray` can't tell a read-only list from text. */
export function isList(value: RawValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

export type FieldTree = ReadonlyMap<string, FieldTree>;

const maxNames = 200;
const maxFieldDepth = 10;

/** Parses `_fields=id,title.rendered`; undefined: every field. */
export function parseFields(value: RawValue | undefined): FieldTree | undefined {
  const names = (isList(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, maxNames);
  if (names.length === 0) return undefined;
  const root = new Map<string, Map<string, never>>();
  const whole = new Set<unknown>();
  for (const name of names) {
    let level: Map<string, unknown> = root;
    const parts = name.split('.', maxFieldDepth);
    for (const [index, part] of parts.entries()) {
      if (whole.has(level)) break;
      let next = level.get(part);
      if (!(next instanceof Map)) level.set(part, (next = new Map<string, unknown>()));
      level = next as Map<string, unknown>;
      if (index === parts.length - 1) {
        level.clear();
        whole.add(level);
      }
    }
  }
  return root;
}

export function keepFields(value: unknown, fields: FieldTree | undefined): unknown {
  if (!fields || fields.size === 0) return value;
  if (Array.isArray(value)) return value.map((entry: unknown) => keepFields(entry, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => fields.has(name))
      .map(([name, below]) => [name, keepFields(below, fields.get(name))]),
  );
}

/** Whether a field is requested; with `below`, whether that subfield is. */
export function wantsField(fields: FieldTree | undefined, name: string, below?: string): boolean {
  const tree = fields?.get(name);
  return !fields || (tree !== undefined && (below === undefined || tree.size === 0 || tree.has(below)));
}
