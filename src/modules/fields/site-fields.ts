import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { schemaVersion } from '../../kernel/db/migrate.ts';
import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
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

/** Replaces the definitions of this process; a type whose fields are the same keeps its schema. */
function useFieldSets(next: ReadonlyMap<string, FieldSet>): void {
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
}

/** Ids and progress of indexes don't change schemas. */
const isSame = (a: readonly Field[], b: readonly Field[]): boolean =>
  isDeepStrictEqual(a.map(withoutState), b.map(withoutState));
const withoutState = ({ id: _id, isReady: _isReady, ...definition }: Field) => definition;

const metaOf = (fields: readonly Field[]): MetaSchema =>
  Object.fromEntries(fields.map((field): [string, z.ZodType] => [field.name, valueSchema(field)]));

/** The migration that creates the tables of fields; a database before it has none. */
const firstSchema = 99;

/** Loads the stored definitions, before a process uses them and after each change. */
export async function loadFields(read: Reader): Promise<void> {
  useFieldSets((await schemaVersion(read)) >= firstSchema ? await readFieldSets(read) : new Map());
}

/** Loads the definitions now, after a migration, and whenever another process changed them. */
export async function followFields(database: Database, warn: (message: string) => void): Promise<Database> {
  let isClosed = false;
  let loading: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let hasWarned = false;
  const load = async () => {
    isWaiting = false;
    if (isClosed) return;
    await loadFields(database.read);
    hasWarned = false;
  };
  /** Several emissions in a row load them once. */
  const reload = () => {
    if (isWaiting) return;
    isWaiting = true;
    loading = loading.then(load).catch((error: unknown) => {
      if (!isClosed && !hasWarned)
        warn(`The custom fields could not be read, former ones apply: ${messageOf(error)}`);
      hasWarned = true; // a lost database is reported once
    });
  };
  await load();
  const stop = database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag === 'fields' || tag === '*')) reload();
  });
  return {
    ...database,
    migrate: async () => {
      const applied = await database.migrate();
      if (applied.length > 0) await load();
      return applied;
    },
    close: async () => {
      isClosed = true;
      stop();
      await loading;
      await database.close();
    },
  };
}
