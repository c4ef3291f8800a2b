import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePost } from '../../../test/harness/factories.ts';
import { installErrorHandler } from '../../site/http/error-handler.ts';
import { healthRoute } from '../../site/replies/health.ts';
import { DamageWatch } from './open-database.ts';
import { openSiteDatabase } from '../../site-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-damage-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test.each([
  [{ code: 'SQLITE_CORRUPT', message: 'database disk image is malformed' }, true],
  [{ code: 'SQLITE_CORRUPT_INDEX', message: 'x' }, true],
  [{ code: 'SQLITE_NOTADB', message: 'x' }, true],
  [{ code: 'XX001', message: 'x' }, true],
  [{ code: 'SQLITE_CORRUPT_VTAB', message: 'x' }, false],
  [{ code: 'SQLITE_BUSY', message: 'x' }, false],
  [{ code: 'ECONNREFUSED', message: 'x' }, false],
  [new Error('x'), false],
])('%o is damage: %s', (error, isDamage) => {
  const watch = new DamageWatch();
  watch.note(error);
  expect(watch.found !== undefined).toBe(isDamage);
});

/** Overwrites the first page of a table, as if a disk had lost it; returns the response of /healthz. */
async function damaged(table: string) {
  const before = await openSiteDatabase({ dataDir });
  await before.migrate();
  await before.write((tx) => makePost(tx));
  const { rows } = await sql<{
    rootpage: number;
    size: number;
  }>`select rootpage, (select page_size from pragma_page_size) as size from sqlite_master
      where name = ${table}`.execute(before.read);
  await before.close();
  const [{ rootpage, size } = { rootpage: 0, size: 0 }] = rows;
  const handle = openSync(join(dataDir, 'broadsheet.sqlite'), 'r+');
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, (rootpage - 1) * size);
  closeSync(handle);
  const database = await openSiteDatabase({ dataDir });
  const server = fastify();
  installErrorHandler(server);
  healthRoute(server, { database, dataDir });
  return {
    database,
    health: async () => (await server.inject('/healthz')).statusCode,
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}

test('/healthz reports damage that every page needs at once', async () => {
  const { health, close } = await damaged('post');
  expect(await health()).toBe(503);
  await close();
});

test('/healthz reports damage that only some pages need once a query has met it', async () => {
  const { database, health, close } = await damaged('comment');
  expect([await health(), database.damage()]).toEqual([200, undefined]);
  await expect(database.read.selectFrom('comment').selectAll().execute()).rejects.toMatchObject({
    code: 'SQLITE_CORRUPT',
  });
  expect([await health(), database.damage()]).toEqual([503, 'database disk image is malformed']);
  await close();
});
