import type { Database } from '../../kernel/db/open-database.ts';
import { noteReadsOf } from '../../lib/noted-reads.ts';
import { readSettings } from './store.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';

export interface SiteSource {
  readonly database: Database;
  /** Public URL without a trailing slash. */
  readonly siteUrl: string;
  readonly settings: SettingsCache;
}

export interface SettingsCache {
  /**
   * Current settings; runs a query only after a change. Reads are recorded (`lib/noted-reads.ts`), so that pages depend
   * on the settings they read.
   */
  current(): Promise<Settings>;
  /** The last settings read, for when the database is unavailable; before that the defaults. */
  latest(): Settings;
}

/**
 * Loads all settings, and reloads them after a `setting:…` emission of any process. Invalid stored values are reported
 * to `onWarning` once, until they change.
 */
export function createSettingsCache(
  database: Pick<Database, 'read' | 'bus'>,
  onWarning: (message: string) => void = () => {},
): SettingsCache {
  let warned: ReadonlySet<string> = new Set();
  let snapshot: Promise<Settings> | undefined;
  let latest = defaultSettings;
  /** Number of loads started, and the one that `latest` comes from. */
  let begun = 0;
  let latestFrom = 0;
  database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag.startsWith('setting:') || tag === '*')) snapshot = undefined;
  });
  const load = async () => {
    const number = ++begun;
    const { settings, invalid } = await readSettings(database.read);
    const noted = noteReadsOf(settings);
    if (number < latestFrom) return noted; // a load that started later, perhaps after a change, finished first
    latestFrom = number;
    latest = noted;
    const faults = invalid.map(({ message }) => message);
    for (const fault of faults) if (!warned.has(fault)) onWarning(fault);
    warned = new Set(faults);
    return noted;
  };
  return {
    latest: () => latest,
    current: () => {
      if (snapshot) return snapshot;
      const loading = load();
      snapshot = loading;
      // A failed load is not cached: its caller gets the error, and the next one retries.
      loading.catch(() => {
        if (snapshot === loading) snapshot = undefined;
      });
      return loading;
    },
  };
}

export function* tagsWithReads(
  tags: ReadonlyMap<string, unknown>,
  reads: Iterable<string> = [],
): Generator<string> {
  yield* tags.keys();
  for (const name of reads) yield `setting:${name}`;
}
