import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { existsSync, writeFileSync } from 'node:fs';
import { makeTestDatabase } from '../../../test/harness/databases.ts';
import type { TestDatabase } from '../../../test/harness/databases.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { createPost } from '../posts/writer.ts';
import { createSearchClient } from './search-client.ts';

let place: TestDatabase;
let database: Database;

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  database = await openSiteDatabase(place);
  await database.migrate();
  await database.write((tx) => createPost(tx, { title: 'Kestrel', status: 'publish' }));
});

afterAll(async () => {
  await database.close();
  await place.drop();
});

afterEach(() => void vi.useRealTimers());

/** A file that exists once the worker hangs. */
const hanging = () => join(place.dataDir, 'hanging');

/** A worker that misbehaves as the search words say. */
function unruly(): URL {
  const file = join(place.dataDir, 'unruly.mjs');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage('ready');
    parentPort.on('message', ({ id, query }) => {
      if (query.query === 'crash') throw new Error('expected failure');
      if (query.query === 'hang') for (writeFileSync(${JSON.stringify(hanging())}, ''); ;);
      if (query.query === 'fail') parentPort.postMessage({ id, error: 'expected failure' });
      else parentPort.postMessage({ id, result: { ids: [7], total: 1, terms: [], mistyped: false } });
    });`,
  );
  return pathToFileURL(file);
}

test('searches in a worker thread, concurrently, and sees all committed writes', async () => {
  const client = createSearchClient(database, { timeoutMs: 20_000 });
  const answers = await Promise.all(
    ['kest', 'nothing', 'kestrel'].map((query) => client.find({ query, limit: 5 })),
  );
  expect(answers.map(({ total }) => total)).toEqual([1, 0, 1]);
  await database.write((tx) => createPost(tx, { title: 'Kestrels again', status: 'publish' }));
  expect((await client.find({ query: 'kestrel', limit: 5 })).total).toBe(2);
  await client.close();
  await expect(client.find({ query: 'x', limit: 1 })).rejects.toThrow('closed');
});

test('the time in which a worker loads does not count towards the timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [file, gate] = [join(place.dataDir, 'slow.mjs'), join(place.dataDir, 'gate')];
  writeFileSync(
    file,
    `import { existsSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    while (!existsSync(${JSON.stringify(gate)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    parentPort.postMessage('ready');
    parentPort.on('message', ({ id }) =>
      parentPort.postMessage({ id, result: { ids: [7], total: 1, terms: [], mistyped: false } }));`,
  );
  const client = createSearchClient(database, { workerFile: pathToFileURL(file), timeoutMs: 2000 });
  const found = client.find({ query: 'any', limit: 1 });
  await vi.advanceTimersByTimeAsync(30_000);
  writeFileSync(gate, '');
  expect((await found).ids).toEqual([7]);
  await client.close();
});

test('a worker that never loads is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const file = join(place.dataDir, 'stuck.mjs');
  writeFileSync(file, 'for (;;);');
  const client = createSearchClient(database, { workerFile: pathToFileURL(file), timeoutMs: 2000 });
  const found = expect(client.find({ query: 'any', limit: 1 })).rejects.toThrow('longer than 60000 ms');
  await vi.advanceTimersByTimeAsync(60_000);
  await found;
  await client.close();
});

test('restarts a worker that crashed or hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // a thread takes long to start on a busy machine
  const warnings: string[] = [];
  const client = createSearchClient(database, {
    workerFile: unruly(),
    timeoutMs: 2000,
    onWarning: (message) => warnings.push(message),
  });
  const find = (query: string) => client.find({ query, limit: 1 });
  await expect(find('fail')).rejects.toThrow('expected failure');
  await expect(find('crash')).rejects.toThrow('ended twice');
  expect((await find('fine')).ids).toEqual([7]);
  const hung = expect(find('hang')).rejects.toThrow('longer than 2000 ms');
  await expect.poll(() => existsSync(hanging())).toBe(true);
  await vi.advanceTimersByTimeAsync(1000); // so that the second search has time left when the first one times out
  const behind = find('fine');
  await vi.advanceTimersByTimeAsync(1000);
  await hung;
  expect((await behind).ids).toEqual([7]);
  expect(warnings.length).toBe(3);
  await client.close();
});
