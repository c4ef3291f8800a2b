import { everything } from '../../kernel/db/invalidation.ts';
import { schemaVersion } from '../../kernel/db/migrate.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { messageOf } from '../../lib/errors.ts';
import { listDefinitions } from './definition-store.ts';
import { ownDefinitionsOf } from './own-definition.ts';
import { useOwnDefinitions } from './registry.ts';

/** The first schema with the table. */
const firstSchema = 98;

/**
 * Loads the site's definitions into the process, now and whenever one changes. A write that changes one resolves once
 * this process uses it. Cached pages, sessions and cards were made with the former definitions, so that all are dropped.
 */
export async function withDefinitions(
  database: Database,
  warn: (message: string) => void,
): Promise<Database> {
  let isClosed = false;
  const load = async () => {
    if ((await schemaVersion(database.read)) < firstSchema) return;
    const stored = await listDefinitions(database.read);
    for (const { name } of stored.filter(({ isDamaged }) => isDamaged))
      warn(`The stored definition "${name}" can't be read; its items are hidden.`);
    if (useOwnDefinitions(ownDefinitionsOf(stored), warn)) database.bus.publish([everything]);
  };
  let loading: Promise<void> | undefined;
  const reload = (): Promise<void> => {
    const next = (loading ?? Promise.resolve())
      .then(load)
      .catch((error: unknown) => {
        if (isClosed) return;
        warn(`The content types could not be loaded; the former ones stay: ${messageOf(error)}`);
        setTimeout(() => void reload(), 1000).unref();
      })
      .finally(() => {
        if (loading === next) loading = undefined;
      });
    loading = next;
    return next;
  };
  const stop = database.bus.listen((emissions) => {
    // `*`: changes may have been missed. Loading the same definitions again emits nothing.
    if (emissions.some(({ tag }) => tag === 'types' || tag === '*')) void reload();
  });
  try {
    await load();
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    ...database,
    write: async (work) => {
      const result = await database.write(work);
      await loading;
      return result;
    },
    // What another process defined before this one listened was missed.
    watch: async (options) => {
      await database.watch(options);
      await reload();
    },
    migrate: async () => {
      const applied = await database.migrate();
      await load();
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
