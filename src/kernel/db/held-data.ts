import { messageOf } from '../../lib/errors.ts';
import { everything } from './invalidation.ts';
import type { Emission } from './invalidation.ts';
import type { Database, Reader } from './open-database.ts';

/** Milliseconds after which data that could not be loaded is loaded again. */
const retryMs = 1000;

export interface HeldData {
  /** Whether an emission means that the data may have changed. */
  readonly isConcerned: (emission: Emission) => boolean;
  /** Loads the data into the process; returns whether it is other than before. */
  readonly load: (read: Reader) => Promise<boolean>;
  /** Called with the reason of a load that failed; the former data stays in use, and loading is repeated. */
  readonly onFailure: (message: string) => void;
}

/**
 * Loads data that code reads without a query (post types and their fields) now, after migrations, once the process
 * listens to others, and whenever it changes. A write that changes it resolves once this process uses it. Everything
 * cached from the former data is dropped only then, so that no cache is filled from it afterwards. Closes the database
 * and throws if the first load fails.
 */
export async function holdData(
  database: Database,
  { isConcerned, load, onFailure }: HeldData,
): Promise<Database> {
  let isClosed = false;
  let loading: Promise<void> | undefined;
  /** A load that has not begun, which several emissions in a row share. */
  let waiting: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  /** Whether the emission is this function's own. */
  let isDropping = false;
  let hasFailed = false;
  const loadNow = async () => {
    const isChanged = await load(database.read);
    hasFailed = false;
    if (!isChanged) return;
    isDropping = true;
    try {
      database.bus.publish([everything]);
    } finally {
      isDropping = false;
    }
  };
  const reload = (): Promise<void> => {
    if (waiting) return waiting;
    clearTimeout(retry);
    const next = (loading ?? Promise.resolve())
      .then(() => {
        waiting = undefined;
        return loadNow();
      })
      .catch((error: unknown) => {
        if (isClosed) return;
        if (!hasFailed) onFailure(messageOf(error)); // a lost database is reported once
        hasFailed = true;
        clearTimeout(retry);
        retry = setTimeout(() => void reload(), retryMs).unref();
      })
      .finally(() => {
        if (loading === next) loading = undefined;
      });
    waiting = next;
    loading = next;
    return next;
  };
  const stop = database.bus.listen((emissions) => {
    if (!isDropping && emissions.some(isConcerned)) void reload();
  });
  try {
    await loadNow();
  } catch (error) {
    stop();
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
    // Changes before listening began were not heard.
    watch: async (options) => {
      await database.watch(options);
      await reload();
    },
    migrate: async () => {
      const applied = await database.migrate();
      if (applied.length > 0) await loadNow();
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
