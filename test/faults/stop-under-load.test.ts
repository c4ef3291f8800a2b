import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSiteDatabase } from '../../src/site-database.ts';
import { letPass } from '../harness/let-pass.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import { long, report } from './effort.ts';

const rounds = long ? 20 : 3;
const connections = 12;
/** Sent before the server listened, or on a keep-alive connection that it closed: browsers and proxies resend such requests. */
const neverArrived = (fault: string | undefined) =>
  fault === 'ECONNREFUSED' || fault?.endsWith('on a kept connection') === true;

onDrawnDatabase('a server that is stopped under load', (get, place) => {
  test(`[IMP-33] drops no request that reached it, over ${rounds} stops, and ends with code 0`, async () => {
    await get().write(async (tx) => {
      for (let n = 0; n < 30; n++) await makePost(tx, { title: `Story ${n}`, slug: `story-${n}` });
    });
    const paths = [
      '/',
      '/?s=story',
      '/wp-json/wp/v2/posts',
      '/nothing/',
      ...Array.from({ length: 30 }, (_, n) => `/story-${n}/`),
    ];
    let [answered, neverReached] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const server = await startRealServer(place(), { LOG_LEVEL: 'warn' });
      const readers = sendReaders(server.url, paths, { connections, pauseMs: 1 });
      await letPass(300 + 137 * (round % 5));
      const ended = once(server.process, 'exit');
      server.process.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      await letPass(10 * (round % 3));
      server.process.kill('SIGTERM'); // a second one of either kind changes nothing
      server.process.kill('SIGINT');
      const [code] = (await ended) as [number | null];
      const answers = await readers.stop();
      expect(code).toBe(0);
      const broken = answers
        .filter(({ status, fault }) => status === 0 && !neverArrived(fault))
        .map(({ path, fault }) => [path, fault]);
      // Between the last check of pending connections and closing the socket, the system may accept some that the
      // program never sees.
      const atTheDoor = broken.filter(([, fault]) => fault === 'ECONNRESET');
      expect(broken.filter((one) => !atTheDoor.includes(one))).toEqual([]);
      expect(atTheDoor.length).toBeLessThan(connections / 2);
      const wrong = answers
        .filter(({ path, status }) => status !== 0 && status !== (path === '/nothing/' ? 404 : 200))
        .map(({ path, status }) => [path, status]);
      expect(wrong).toEqual([]);
      answered += answers.filter(({ status }) => status !== 0).length;
      neverReached += answers.filter(({ status }) => status === 0).length;
    }
    report(`stop-under-load on ${place().dialect}`, {
      stops: rounds,
      'requests answered': answered,
      'asked at a closed door': neverReached,
    });
  });

  test('a second server on the same database starts, serves and stops; the first notices nothing', async () => {
    const first = await startRealServer(place(), { LOG_LEVEL: 'warn' });
    const readers = sendReaders(first.url, ['/', '/story-1/', '/?s=story'], { connections: 3 });
    const second = await startRealServer(place(), { LOG_LEVEL: 'warn' });
    expect((await fetch(`${second.url}/story-2/`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    await letPass(200);
    const answers = await readers.stop();
    expect(failuresOf(answers)).toEqual([]);
    expect(first.output()).not.toMatch(/"level":(?:40|50|60)/);
    expect(await first.stop()).toBe(0);
    const database = await openSiteDatabase({ ...place(), maxConnections: 1 });
    expect(await database.read.selectFrom('post').select('id').limit(1).execute()).toHaveLength(1);
    await database.close();
  });
});
