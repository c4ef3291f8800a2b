import { cpSync } from 'node:fs';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { seedDemo } from '../../src/cli/seed-demo.ts';
import { keepMediaQueue } from '../../src/content/media/keep-media.ts';
import { mediaQueueLength } from '../../src/content/media/queue.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import type { Database } from '../../src/db/open-database.ts';
import { makeTestDatabase } from './databases.ts';
import type { TestDatabase } from './databases.ts';
import { onceARun } from './once-a-run.ts';
import { startRealServer } from './real-server.ts';
import type { RealServer } from './real-server.ts';

async function makeSizes(database: Database, dataDir: string): Promise<void> {
  const queue = keepMediaQueue(database, dataDir, { info: () => undefined, warn: (details, message) => expect.fail(`${message}: ${JSON.stringify(details)}`) });
  await vi.waitUntil(async () => (await mediaQueueLength(database.read)).waiting === 0, { timeout: 60_000 });
  await queue.close();
  expect((await mediaQueueLength(database.read)).failed).toBe(0);
}

/** A SQLite database of its own that holds the demo magazine, with small pictures and their sizes: made once a run, and copied. */
export async function makeDemoDatabase(): Promise<TestDatabase> {
  const made = await onceARun('demo', async (dataDir) => {
    const database = await openDatabase({ dataDir, maxConnections: 1 });
    await database.migrate();
    await seedDemo(database, dataDir, { pictureWidth: 160 });
    await makeSizes(database, dataDir);
    await database.close();
  });
  const place = await makeTestDatabase('sqlite', { migrated: false });
  cpSync(made, place.dataDir, { recursive: true });
  return place;
}

/** The demo magazine served by the built server while a test file runs; `url` is known once its tests run. */
export function useDemoSite(): { readonly url: string } {
  let place: TestDatabase | undefined;
  let server: RealServer | undefined;
  beforeAll(async () => {
    place = await makeDemoDatabase();
    server = await startRealServer(place);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.drop();
  });
  return {
    get url() {
      return server?.url ?? '';
    },
  };
}
