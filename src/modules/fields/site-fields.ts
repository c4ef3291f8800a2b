import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { schemaVersion } from '../../kernel/db/migrate.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { setFieldMeta } from '../types/index.ts';
import type { MetaSchema } from '../types/index.ts';
import type { Field, FieldSet } from './model.ts';
import { readFieldSets } from './store.ts';
import { valueSchema } from './values.ts';

/** A process serves one site, so its definitions are held like those of the code (`modules/types/registry.ts`). */
let sets: ReadonlyMap<string, FieldSet> = new Map();
let meta: ReadonlyMap<string, MetaSchema> = new Map();
const none: readonly Field[] = [];

/** The fields of a post type, as this process knows them; empty for most types. */
export function fieldsOfType(type: string): readonly Field[] {
  return sets.get(type)?.fields ?? none;
}

/** Whether a field of any post type has this name. */
export function isFieldName(name: string): boolean {
  for (const { fields } of sets.values()) if (fields.some((field) => field.name === name)) return true;
  return false;
}

/** Fields whose index is complete, by which pages may be ordered. */
const readyIds = (all: ReadonlyMap<string, FieldSet>): string =>
  [...all.values()]
    .flatMap(({ fields }) => fields.flatMap(({ id, isReady }) => (isReady ? [id] : [])))
    .toSorted((a, b) => a - b)
    .join();

/** Replaces the definitions of this process; same fields keep their schema. Returns whether any differ, or are ready now. */
function useFieldSets(next: ReadonlyMap<string, FieldSet>): boolean {
  const former = meta;
  const formerReady = readyIds(sets);
  const schemas = new Map<string, MetaSchema>();
  for (const [type, set] of next) {
    if (set.fields.length === 0) continue;
    const before = sets.get(type);
    const known = before && isSame(before.fields, set.fields) ? meta.get(type) : undefined;
    schemas.set(type, known ?? metaOf(set.fields));
  }
  sets = next;
  meta = schemas;
  setFieldMeta(schemas);
  if (formerReady !== readyIds(next)) return true;
  return former.size !== schemas.size || [...schemas].some(([type, schema]) => former.get(type) !== schema);
}

/** Ids and progress of indexes don't change schemas. */
const isSame = (a: readonly Field[], b: readonly Field[]): boolean =>
  isDeepStrictEqual(a.map(withoutState), b.map(withoutState));
const withoutState = ({ id: _id, isReady: _isReady, ...definition }: Field) => definition;

const metaOf = (fields: readonly Field[]): MetaSchema =>
  Object.fromEntries(fields.map((field): [string, z.ZodType] => [field.name, valueSchema(field, fields)]));

/** The first schema with the tables. */
const firstSchema = 99;

/** Loads the stored definitions into this process; returns whether any changed. */
export async function loadFields(read: Reader): Promise<boolean> {
  return useFieldSets((await schemaVersion(read)) >= firstSchema ? await readFieldSets(read) : new Map());
}
