import { escapeBeyondAscii } from '../../../lib/encodings.ts';

/** A parameter as sent: text, a list (`name[]=a&name[]=b`), or something with keys of its own (`name[key]=…`, `name[key][inner]=…`). */
export type RawValue = string | readonly string[] | KeyedValue;

/** What was sent under each row of keys, in its order; `nested` makes an object of it. No JSON makes one of these. */
export class KeyedValue {
  readonly rows: (readonly [keys: readonly string[], value: string])[] = [];
}

/** Parameters beyond this many are left out, as PHP does. */
const mostParams = 1000;
/** Rows of more keys are left out, as PHP does. */
const deepest = 64;

/** Reads a query string (without `?`) the way PHP does: the last value of a name wins, brackets make lists. */
export function parseQueryString(query: string): Map<string, RawValue> {
  const found = new Map<string, RawValue>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(escapeBeyondAscii(query))) {
    if (++count > mostParams) break;
    const [, base = '', brackets = ''] = /^([^[]+)((?:\[[^\]]*\])*)/.exec(name) ?? [];
    if (base === '') continue;
    if (brackets === '') found.set(base, value);
    else if (/^\[\d*\]$/.test(brackets)) {
      const before = found.get(base);
      found.set(base, Array.isArray(before) ? [...before, value] : [value]);
    } else {
      const before = found.get(base);
      const keys = brackets.slice(1, -1).split('][');
      if (keys.length > deepest) continue;
      const keyed = before instanceof KeyedValue ? before : new KeyedValue();
      keyed.rows.push([keys, value]);
      found.set(base, keyed);
    }
  }
  return found;
}

type Branch = Map<string, Branch | string>;

/** The object that rows of keys say; what has nothing but the keys 0, 1, 2 … is a list. Of two values in one place the last counts. */
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

/** Whether a value is a list. `Array.isArray` does not tell a read-only list from text. */
export function isList(value: RawValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** Which fields a client wants: names with the wanted fields below them; an empty map wants everything below. */
export type FieldTree = ReadonlyMap<string, FieldTree>;

/** Deepest and longest `_fields` that is looked at. */
const mostNames = 200;
const deepestField = 10;

/** Reads `_fields=id,title.rendered`; undefined: every field. */
export function parseFields(value: RawValue | undefined): FieldTree | undefined {
  const names = (isList(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, mostNames);
  if (names.length === 0) return undefined;
  const root = new Map<string, Map<string, never>>();
  const whole = new Set<unknown>();
  for (const name of names) {
    let level: Map<string, unknown> = root;
    const parts = name.split('.', deepestField);
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

/** Keeps the wanted fields of an object, or of each object of a list. */
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

/** Whether a field of the item is wanted; with `below` whether that field of it is. */
export function wantsField(fields: FieldTree | undefined, name: string, below?: string): boolean {
  const tree = fields?.get(name);
  return !fields || (tree !== undefined && (below === undefined || tree.size === 0 || tree.has(below)));
}
