import { isList } from './query-string.ts';
import type { RawValue } from './query-string.ts';

/** Which fields a client wants: names with the wanted fields below them; an empty map wants everything below. */
export type FieldTree = ReadonlyMap<string, FieldTree>;

/** Deepest and longest `_fields` that is looked at. */
const mostNames = 200;
const deepest = 10;

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
    const parts = name.split('.', deepest);
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
