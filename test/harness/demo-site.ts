import { afterAll, beforeAll } from 'vitest';
import { seedDemo } from '../../src/cli/seed-demo.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeTestDatabase } from './databases.ts';
import type { TestDatabase } from './databases.ts';
import { startRealServer } from './real-server.ts';
import type { RealServer } from './real-server.ts';

/** The demo magazine on SQLite, with small pictures, served by the built server while a test file runs; `url` is known once its tests run. */
export function useDemoSite(): { readonly url: string } {
  let place: TestDatabase | undefined;
  let server: RealServer | undefined;
  beforeAll(async () => {
    place = await makeTestDatabase('sqlite');
    const database = await openDatabase({ dataDir: place.dataDir, databaseUrl: undefined, maxConnections: 1 });
    await database.migrate();
    await seedDemo(database, place.dataDir, 'http://demo.test', { pictureWidth: 160 });
    await database.close();
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
