import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import type { DialectName } from '../../src/kernel/db/dialect-sql.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { makeTestDatabase } from './databases.ts';
import type { TestDatabase } from './databases.ts';
import { startHostedServer } from './hosted-server.ts';
import type { HostedServer } from './hosted-server.ts';

/** Milliseconds for a server to receive a change. */
const patienceMs = 120_000;

/**
 * The built server with a separate SQLite database, for browser tests. Its process also serves the sites of other files
 * (unlike `startRealServer`).
 */
export interface RealSite {
  readonly url: string;
  readonly dataDir: string;
  /** The database of the current test. */
  readonly dialect: DialectName;
  /**
   * Declares a test whose result depends on the database: it runs on SQLite here, and on PostgreSQL after all other tests
   * of the file, on a site that `fill` fills again.
   */
  onBoth(title: string, run: () => Promise<void>): void;
  /** Changes settings (null resets one); later requests see them. */
  set(settings: { readonly [Key in keyof Settings]?: Settings[Key] | null }): Promise<void>;
  /** Writes like another process, and waits until the server has received the change. */
  write(work: (tx: Tx) => Promise<unknown>): Promise<void>;
}

/**
 * Declares the site of a test file, filled by `fill`, with additional environment variables; `name`: host name in the site's URL. Sites with
 * post types of their own need a process of their own: `startRealServer`.
 */
export function useRealSite(
  fill: (tx: Tx, place: TestDatabase) => Promise<void>,
  env: () => Record<string, string> = () => ({}),
  name?: string,
  start: (
    place: TestDatabase,
    env: Record<string, string>,
    name?: string,
  ) => Promise<StoppableServer> = startHostedServer,
): RealSite {
  let changes = 0;
  let current: RunningSite;
  /** Starts a site before the tests of the file or group; the former one is the current one again after them. */
  const declareSite = (dialect: DialectName) => {
    let former: RunningSite;
    let own: RunningSite | undefined;
    beforeAll(async () => {
      former = current;
      const place = await makeTestDatabase(dialect);
      const { dataDir, databaseUrl } = place;
      const database = await openSiteDatabase({ dataDir, databaseUrl, maxConnections: 2 });
      current = own = { place, database };
      await database.write((tx) => fill(tx, place));
      own.server = await start(place, env(), name);
    });
    afterAll(async () => {
      current = former;
      await own?.server?.stop();
      await own?.database.close();
      await own?.place.drop();
    });
  };
  declareSite('sqlite');
  const onPostgres: (readonly [string, () => Promise<void>])[] = [];

  return {
    get url() {
      return current.server?.url ?? '';
    },
    get dataDir() {
      return current.place.dataDir;
    },
    get dialect() {
      return current.place.dialect;
    },
    onBoth: (title, run) => {
      // The runner calls groups after the file, when all tests are declared.
      if (onPostgres.length === 0)
        describe('on postgres', () => {
          declareSite('postgres');
          for (const [named, body] of onPostgres) test(named, body);
        });
      onPostgres.push([title, run]);
      test(title, run);
    },
    write: async (work) => {
      // No page reads this setting, and emissions of one transaction arrive together.
      const line = `change ${++changes}`;
      await current.database.write(async (tx) => {
        await work(tx);
        await saveSettings(tx, { app_ads_txt: line });
      });
      await vi.waitFor(
        async () =>
          expect(await (await fetch(`${current.server?.url}/app-ads.txt`)).text()).toBe(`${line}\n`),
        { timeout: patienceMs },
      );
    },
    set: async (settings) => {
      const { database, server } = current;
      const tagline = `Change ${++changes}`;
      await database.write((tx) => saveSettings(tx, { ...settings, blogdescription: tagline }));
      await expect.poll(async () => (await fetch(server?.url ?? '')).text()).toContain(tagline);
    },
  };
}

type StoppableServer = Pick<HostedServer, 'url'> & { stop(): Promise<unknown> };

interface RunningSite {
  readonly place: TestDatabase;
  readonly database: Database;
  server?: StoppableServer;
}
