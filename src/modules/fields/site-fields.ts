import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { everything } from '../../kernel/db/invalidation.ts';
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

/** Replaces the definitions of this process; same fields keep their schema. Returns whether any differ. */
function useFieldSets(next: ReadonlyMap<string, FieldSet>): boolean {
  const former = meta;
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
  return former.size !== schemas.size || [...schemas].some(([type, schema]) => former.get(type) !== schema);
}

/** Ids and progress of indexes don't change schemas. */
const isSame = (a: readonly Field[], b: readonly Field[]): boolean =>
  isDeepStrictEqual(a.map(withoutState), b.map(withoutState));
const withoutState = ({ id: _id, isReady: _isReady, ...definition }: Field) => definition;

const metaOf = (fields: readonly Field[]): MetaSchema =>
  Object.fromEntries(fields.map((field): [string, z.ZodType] => [field.name, valueSchema(field)]));

/** The migration that creates the tables of fields; a database before it has none. */
const firstSchema = 99;

/** Loads the stored definitions, before a process uses them and after each change; returns whether they are others. */
async function loadFields(read: Reader): Promise<boolean> {
  return useFieldSets((await schemaVersion(read)) >= firstSchema ? await readFieldSets(read) : new Map());
}

/** Milliseconds after which definitions that could not be read are read again. */
const retryMs = 1000;

/**
 * Loads the definitions now, after a migration, and whenever a process changes them. A write that does resolves once
 * this process uses them. Pages that were made with the former ones are dropped.
 */
export async function followFields(database: Database, warn: (message: string) => void): Promise<Database> {
  let isClosed = false;
  let loading: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isWaiting = false;
  /** Whether the emission is this function's own. */
  let isDropping = false;
  let hasWarned = false;
  const load = async () => {
    isWaiting = false;
    if (isClosed) return;
    const isChanged = await loadFields(database.read);
    hasWarned = false;
    if (!isChanged) return;
    isDropping = true;
    try {
      database.bus.publish([everything]);
    } finally {
      isDropping = false;
    }
  };
  /** Several emissions in a row load them once. */
  const reload = (): Promise<void> => {
    if (isWaiting && loading) return loading;
    isWaiting = true;
    clearTimeout(retry);
    const next = (loading ?? Promise.resolve())
      .then(load)
      .catch((error: unknown) => {
        if (isClosed) return;
        if (!hasWarned) warn(`The custom fields could not be read, former ones apply: ${messageOf(error)}`);
        hasWarned = true; // a lost database is reported once
        clearTimeout(retry);
        retry = setTimeout(() => void reload(), retryMs);
        retry.unref();
      })
      .finally(() => {
        if (loading === next) loading = undefined;
      });
    loading = next;
    return next;
  };
  await load();
  const stop = database.bus.listen((emissions) => {
    if (!isDropping && emissions.some(({ tag }) => tag === 'fields' || tag === '*')) void reload();
  });
  return {
    ...database,
    write: async (work) => {
      const result = await database.write(work);
      await loading;
      return result;
    },
    // Changes before listening began were not heard.
    watch: async (options) => {
      await database.watch(options);
      await reload();
    },
    migrate: async () => {
      const applied = await database.migrate();
      if (applied.length > 0) await load();
      return applied;
    },
    close: async () => {
      isClosed = true;
      stop();
      clearTimeout(retry);
      await loading;
      await database.close();
    },
  };
}
