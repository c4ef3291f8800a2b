import type { Database } from '../../kernel/db/open-database.ts';
import { noteReadsOf } from '../../lib/noted-reads.ts';
import { readSettings } from './store.ts';
import { defaultSettings } from './settings.ts';
import type { Settings } from './settings.ts';

/** What most readers of a site's data need. */
export interface SiteSource {
  readonly database: Database;
  /** Public address without a trailing slash. */
  readonly siteUrl: string;
  readonly settings: SettingsCache;
}

/** The settings of the site, kept in memory. */
export interface SettingsCache {
  /** Every setting as it is now; one query after a change, none otherwise. Which of them are read is noted (`lib/noted-reads.ts`): pages hang on those. */
  current(): Promise<Settings>;
  /** Those that were read last, for where the database can't be asked; the defaults before that. */
  latest(): Settings;
}

/**
 * Reads all settings once and again after a `setting:…` emission of any process. Stored values that are not accepted are told to `onWarning`, once as long as
 * they stay.
 */
export function createSettingsCache(
  database: Pick<Database, 'read' | 'bus'>,
  onWarning: (message: string) => void = () => {},
): SettingsCache {
  /** Faults that are told of, as long as they are there. */
  let warned: ReadonlySet<string> = new Set();
  let snapshot: Promise<Settings> | undefined;
  let latest = defaultSettings;
  /** How many reads have begun, and which of them `latest` comes from. */
  let begun = 0;
  let latestFrom = 0;
  database.bus.listen((emissions) => {
    if (emissions.some(({ tag }) => tag.startsWith('setting:') || tag === '*')) snapshot = undefined;
  });
  const load = async () => {
    const number = ++begun;
    const { settings, invalid } = await readSettings(database.read);
    const noted = noteReadsOf(settings);
    if (number < latestFrom) return noted; // one that began later, perhaps after a change, was answered first
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
      // A failed read is not kept: the next caller asks again. The caller of this one gets the error.
      loading.catch(() => {
        if (snapshot === loading) snapshot = undefined;
      });
      return loading;
    },
  };
}

/** Tags of something that was made, with one for each setting that was read for it. */
export function* tagsWithReads(
  tags: ReadonlyMap<string, unknown>,
  reads: Iterable<string> = [],
): Generator<string> {
  yield* tags.keys();
  for (const name of reads) yield `setting:${name}`;
}
