import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { letPass } from '../harness/let-pass.ts';
import { adminQuery } from '../harness/admin-query.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { startPostgres } from '../harness/postgres-cluster.ts';
import type { PostgresCluster } from '../harness/postgres-cluster.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';
import { childrenOf, hold } from './children-of.ts';
import { sendComments, wrongComments } from './comment-senders.ts';
import { long, report } from './effort.ts';
import { problemsOf } from './problems-of.ts';
import { startPublisher, wrongPosts } from './publisher.ts';

const outageMs = long ? 60_000 : 4000;
const cached = ['/', '/kept-0/', '/kept-1/', '/kept-2/'];
const uncached = Array.from({ length: 20 }, (_, n) => `/other-${n}/`);

/** Posts with open comments; readers don't request them here. */
let discussed: number[] = [];

const cutOff = (body: string) => (body.includes('</html>') ? undefined : 'The page is cut off.');

/** Faults of an error page or response that should report an outage, for readers or programs, without internals. */
function noApology(body: string, { path }: { readonly path: string }): string | undefined {
  if (/postgres|ECONN|at .*\.js/i.test(body)) return `It tells what is inside: ${body.slice(0, 500)}`;
  return (path.startsWith('/wp-json') ? /"code":"unavailable"/ : /<h1[^>]*>Something went wrong<\/h1>/).test(
    body,
  )
    ? undefined
    : `It says something else: ${body.slice(0, 500)}`;
}

async function fill(place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>): Promise<void> {
  const database = await openSiteDatabase({ ...place, maxConnections: 1 });
  await database.migrate();
  await database.write(async (tx) => {
    for (let n = 0; n < 3; n++) await makePost(tx, { title: `Kept ${n}`, slug: `kept-${n}` });
    for (let n = 0; n < 20; n++) await makePost(tx, { title: `Other ${n}`, slug: `other-${n}` });
    discussed = [
      await makePost(tx, { commentStatus: 'open' }),
      await makePost(tx, { commentStatus: 'open' }),
    ];
    await saveSettings(tx, { comment_previously_approved: false, comments_notify: false });
  });
  await database.close();
}

describe('PostgreSQL', () => {
  let cluster: PostgresCluster;
  let place: TestDatabase;
  beforeAll(async () => {
    cluster = await startPostgres({ durable: true });
    await adminQuery(cluster.url, 'create database away');
    const { dataDir, drop } = await makeTestDatabase('sqlite'); // for its folder
    place = { dialect: 'postgres', dataDir, databaseUrl: `${cluster.url}away`, drop };
    await fill(place);
  });
  afterAll(async () => {
    await cluster?.stop();
    await place?.drop();
  });

  test(`that crashes under load and is away for ${outageMs / 1000} s: pages in memory are served, all else gets a Retry-After, it heals by itself, ` +
    'and all that was acknowledged is there', { timeout: outageMs + 240_000 }, async () => {
    const server = await startRealServer(place, { LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' });
    for (const path of cached) expect((await rawRequest(server.url, path)).status).toBe(200);
    const cachedReaders = sendReaders(server.url, cached, { connections: 4, wrongIn: cutOff });
    const others = sendReaders(server.url, uncached, { connections: 4, pauseMs: 50 });
    const publisher = await startPublisher(place, 'During the crash');
    const senders = sendComments(server.url, discussed, { connections: 3, pauseMs: 20 });
    await expect
      .poll(() => Math.min(publisher.published.size, senders.acknowledged.length), { interval: 10 })
      .toBeGreaterThan(10);
    await cluster.crash();
    const crashedAt = others.answers.length;
    await Promise.all([publisher.settled(), senders.settled()]);
    const from = {
      cached: cachedReaders.answers.length,
      others: others.answers.length,
      published: publisher.published.size,
      comments: senders.acknowledged.length,
    };
    await expect.poll(async () => (await rawRequest(server.url, '/healthz')).status).toBe(503);
    const never = sendReaders(
      server.url,
      ['/?s=never-asked', '/nothing-of-the-kind/', '/wp-json/wp/v2/posts'],
      { connections: 3, pauseMs: 50, wrongIn: noApology },
    );
    await letPass(outageMs);
    // However few readers a busy machine serves in that time, enough arrive in the end.
    await expect.poll(() => cachedReaders.answers.length - from.cached).toBeGreaterThan(50);
    await expect.poll(() => never.answers.length).toBeGreaterThan(10);
    await expect.poll(() => [publisher.failed.size > 0, senders.refusals.size > 0]).toEqual([true, true]);
    const upTo = { cached: cachedReaders.answers.length, others: others.answers.length };
    // Nothing can have been written or acknowledged.
    expect([publisher.published.size, senders.acknowledged.length]).toEqual([from.published, from.comments]);
    const refused = await never.stop();
    await cluster.startAgain();
    await expect.poll(async () => (await rawRequest(server.url, '/healthz')).status).toBe(200);
    await expect.poll(async () => (await rawRequest(server.url, '/?s=never-asked')).status).toBe(200);
    await expect
      .poll(() =>
        Math.min(publisher.published.size - from.published, senders.acknowledged.length - from.comments),
      )
      .toBeGreaterThan(5);
    const [cachedAnswers, otherAnswers] = await Promise.all([
      cachedReaders.stop(),
      others.stop(),
      publisher.stop(),
      senders.stop(),
    ]);

    const during = cachedAnswers.slice(from.cached, upTo.cached);
    expect(during.length).toBeGreaterThan(50);
    expect(failuresOf(during)).toEqual([]);
    // Pages requested earlier are served, others say when to retry, and no request hangs.
    expect(
      otherAnswers
        .slice(crashedAt)
        .filter(({ status }) => ![200, 503].includes(status))
        .slice(0, 10),
    ).toEqual([]);
    expect(refused.length).toBeGreaterThan(10);
    expect(
      refused
        .filter(
          ({ status, headers, wrong }) =>
            status !== 503 ||
            headers['retry-after'] !== '5' ||
            headers['cache-control'] !== 'no-store' ||
            wrong !== undefined,
        )
        .slice(0, 10),
    ).toEqual([]);
    expect([...senders.refusals.keys()]).toEqual([503]);
    expect(publisher.failed.size).toBeGreaterThan(0);
    expect(otherAnswers.at(-1)?.status).toBe(200);
    expect(server.process.exitCode).toBe(null);

    // Later writes are received: it listens again.
    const database = await openSiteDatabase({ ...place, maxConnections: 1 });
    expect([
      ...(await wrongPosts(database, publisher)),
      ...(await wrongComments(database, [senders])),
    ]).toEqual([]);
    await database.write((tx) =>
      makePost(tx, { title: 'After the fall', slug: 'after-the-fall', publishedAt: Date.now() }),
    );
    expect(await problemsOf(database, place.dataDir)).toEqual([]);
    await database.close();
    await expect.poll(async () => (await rawRequest(server.url, '/')).body).toContain('After the fall');
    expect(await server.stop()).toBe(0);
    report('database-away, PostgreSQL crashes', {
      'seconds away': outageMs / 1000,
      'pages in memory served during the outage': during.length,
      'requests refused with Retry-After': refused.length,
      'posts acknowledged': publisher.published.size,
      'posts refused': publisher.failed.size,
      'comments acknowledged': senders.acknowledged.length,
      'comments refused': senders.refusals.get(503) ?? 0,
    });
  });

  test('that hangs silently: pages in memory are served, no request waits forever, and it heals', async () => {
    const server = await startRealServer(place, { LOG_LEVEL: 'warn' });
    for (const path of cached) expect((await rawRequest(server.url, path)).status).toBe(200);
    const publisher = await startPublisher(place, 'During the hang');
    await expect.poll(() => publisher.published.size, { interval: 10 }).toBeGreaterThan(5);
    const postmaster = cluster.pid();
    const all = [postmaster];
    try {
      await hold(postmaster); // it starts no further ones then
      for (const pid of childrenOf(postmaster)) {
        all.push(pid);
        await hold(pid);
      }
      const readers = sendReaders(server.url, cached, { connections: 2, pauseMs: 100 });
      const heldAt = publisher.published.size;
      const others = await Promise.all(
        Array.from({ length: 15 }, (_, n) => rawRequest(server.url, `/?s=hanging-${n}`)),
      );
      expect(
        new Set(others.map(({ status, headers }) => `${status} ${String(headers['retry-after'])}`)),
      ).toEqual(new Set(['503 5']));
      await letPass(5000); // long enough for the heartbeat to time out, and every page to be requested again
      await expect
        .poll(() => readers.answers.some(({ headers }) => headers.warning !== undefined))
        .toBe(true);
      expect(failuresOf(await readers.stop())).toEqual([]);
      expect(publisher.published.size).toBeLessThan(heldAt + 2); // one may have been committed before the processes were held
    } finally {
      for (const pid of all) process.kill(pid, 'SIGCONT');
    }
    await expect.poll(async () => (await rawRequest(server.url, '/?s=again')).status).toBe(200);
    const healed = publisher.published.size;
    await expect.poll(() => publisher.published.size).toBeGreaterThan(healed + 5);
    await publisher.stop();
    const database = await openSiteDatabase({ ...place, maxConnections: 1 });
    expect(await wrongPosts(database, publisher)).toEqual([]);
    await database.close();
    expect(await server.stop()).toBe(0);
    report('database-away, PostgreSQL hangs', {
      'posts acknowledged': publisher.published.size,
      'posts refused': publisher.failed.size,
    });
  });
});

test('a SQLite write lock held by another process: readers notice nothing, a writer reports failure, and the next one succeeds', async () => {
  const place = await makeTestDatabase('sqlite');
  await fill(place);
  const server = await startRealServer(place, { LOG_LEVEL: 'warn' });
  const holder = spawn(
    process.execPath,
    [
      '-e',
      `
    const database = new (require(${JSON.stringify(fileURLToPath(new URL('../../node_modules/better-sqlite3', import.meta.url)))}))(${JSON.stringify(
      join(place.dataDir, 'broadsheet.sqlite'),
    )});
    database.exec('begin exclusive'); console.log('held');
    process.stdin.once('data', () => { database.exec('rollback'); process.exit(0); });`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  await once(holder.stdout, 'data');
  const readers = sendReaders(server.url, [...cached, ...uncached], { connections: 4 });
  const database = await openSiteDatabase({ ...place });
  await expect(database.write((tx) => createPost(tx, { title: 'In vain' }))).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    message: 'The database is busy with another process, so this change was not saved. Try again.',
  });
  holder.stdin.write('go');
  await once(holder, 'exit');
  await database.write((tx) => makePost(tx, { title: 'At last', slug: 'at-last' }));
  const answers = await readers.stop();
  expect(failuresOf(answers)).toEqual([]);
  expect((await rawRequest(server.url, '/at-last/')).status).toBe(200);
  await database.close();
  expect(await server.stop()).toBe(0);
  await place.drop();
});
