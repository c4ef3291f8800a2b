import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryJobs, listJobs } from '../../src/kernel/jobs/store.ts';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { letPass } from '../harness/let-pass.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { seededRandom } from '../harness/random.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import { childrenOf } from './children-of.ts';
import { long, report, seed } from './effort.ts';
import { problemsOf } from './problems-of.ts';

let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  database = await openSiteDatabase(place);
  await database.migrate();
  await database.write(async (tx) => {
    for (let n = 0; n < 200; n++) {
      await makePost(tx, {
        title: `Storm over harbour ${n}`,
        slug: `storm-${n}`,
        content: `<p>${'rain and wind over the harbour '.repeat(40)}</p>`,
      });
    }
  });
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

test('a repeatedly killed size worker: its pictures are still generated, and readers notice nothing', async () => {
  const server = await startRealServer(place, { LOG_LEVEL: 'warn' });
  const readers = sendReaders(server.url, ['/', '/?s=storm', '/storm-3/'], { connections: 3, pauseMs: 20 });
  const bytes = await sharp({
    create: {
      width: 1600,
      height: 1100,
      channels: 3,
      background: '#246',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .jpeg()
    .toBuffer();
  for (let n = 0; n < 3; n++) await addUpload(database, place.dataDir, { name: `rain-${n}.jpg`, bytes });
  await expect
    .poll(
      () => {
        const workers = childrenOf(server.process.pid ?? 0);
        for (const pid of workers) process.kill(pid, 'SIGKILL');
        return workers.length;
      },
      { interval: 50 },
    )
    .toBeGreaterThan(0);
  // A failed picture is retried after half a minute; here that is over.
  await expect
    .poll(
      async () => {
        await database.write(async (tx) =>
          retryJobs(
            tx,
            (await listJobs(tx.db, { failed: true })).map(({ id }) => id),
          ),
        );
        return (await fetch(`${server.url}/healthz`)).json() as Promise<unknown>;
      },
      { timeout: 500_000, interval: 250 },
    )
    .toMatchObject({ mediaQueue: { waiting: 0, failed: 0 } });
  const answers = await readers.stop();
  expect(failuresOf(answers)).toEqual([]);
  expect(readdirSync(join(place.dataDir, 'media/.parts'))).toEqual([]);
  expect(await problemsOf(database, place.dataDir)).toEqual([]);
  expect(await server.stop()).toBe(0);
});

test('started and stopped again and again amid searches, checkpoints and pictures, it always ends with code 0 and never by a signal', {
  timeout: long ? 1_200_000 : 240_000,
}, async () => {
  const random = seededRandom(seed);
  const searches = Array.from(
    { length: 300 },
    (_, n) => `/?s=${['storm', 'har', 'rain', 'win', 'stomr'][n % 5]}+${n}`,
  );
  const rounds = long ? 60 : 3;
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startRealServer(place, { LOG_LEVEL: 'warn' });
    const readers = sendReaders(server.url, searches, { connections: 16, pauseMs: 0 });
    for (let n = 0; n < 3; n++)
      await database.write((tx) =>
        makePost(tx, { title: `Wave ${round}-${n}`, status: 'draft', content: 'x'.repeat(2_000_000) }),
      );
    await letPass(200 + random() * 1500);
    const code = await server.stop();
    expect([code, server.process.signalCode]).toEqual([0, null]);
    const answers = await readers.stop();
    answered += answers.filter(({ status }) => status === 200).length;
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(
      answers
        .filter(({ status }) => ![0, 200, 503].includes(status))
        .map(({ path, status }) => [path, status]),
    ).toEqual([]);
  }
  expect(await problemsOf(database, place.dataDir)).toEqual([]);
  report('workers on sqlite', { stops: rounds, 'searches answered': answered });
});
