import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import type { Tx } from '../../src/kernel/db/open-database.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { makeTestDatabase } from './databases.ts';
import type { TestDatabase } from './databases.ts';
import { startHostedServer } from './hosted-server.ts';
import type { HostedServer } from './hosted-server.ts';

/** Milliseconds for a server to receive a change. */
const patienceMs = 45_000;

/**
 * The built server with a separate database, for browser tests that don't depend on the kind of database. Its process
 * also serves the sites of other files (unlike `startRealServer`).
 */
export interface RealSite {
  readonly url: string;
  readonly dataDir: string;
  /** Changes settings (null resets one); later requests see them. */
  set(settings: { readonly [Key in keyof Settings]?: Settings[Key] | null }): Promise<void>;
  /** Writes like another process, and waits until the server has received the change. */
  write(work: (tx: Tx) => Promise<unknown>): Promise<void>;
}

/** Declares the site of a test file, filled by `fill`, with additional environment variables; `name`: host name in the site's URL. */
export function useRealSite(
  fill: (tx: Tx, place: TestDatabase) => Promise<void>,
  env: () => Record<string, string> = () => ({}),
  name?: string,
): RealSite {
  let place: TestDatabase;
  let database: Database;
  let server: HostedServer;
  let changes = 0;

  beforeAll(async () => {
    place = await makeTestDatabase('sqlite');
    database = await openSiteDatabase({ dataDir: place.dataDir, maxConnections: 2 });
    await database.write((tx) => fill(tx, place));
    server = await startHostedServer(place, env(), name);
  });
  afterAll(async () => {
    await server?.stop();
    await database?.close();
    await place?.drop();
  });

  return {
    get url() {
      return server.url;
    },
    get dataDir() {
      return place.dataDir;
    },
    write: async (work) => {
      // No page reads this setting, and emissions of one transaction arrive together.
      const line = `change ${++changes}`;
      await database.write(async (tx) => {
        await work(tx);
        await saveSettings(tx, { app_ads_txt: line });
      });
      await vi.waitFor(
        async () => expect(await (await fetch(`${server.url}/app-ads.txt`)).text()).toBe(`${line}\n`),
        { timeout: patienceMs },
      );
    },
    set: async (settings) => {
      const tagline = `Change ${++changes}`;
      await database.write((tx) => saveSettings(tx, { ...settings, blogdescription: tagline }));
      await expect.poll(async () => (await fetch(server.url)).text()).toContain(tagline);
    },
  };
}
