import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { memoryMb } from '../bench/processes.ts';
import { letPass } from '../harness/let-pass.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { failuresOf, sendReaders } from '../harness/readers.ts';
import { startRealServer } from '../harness/real-server.ts';
import { long, report } from './effort.ts';

const connections = long ? 10_000 : 1000;
/** Megabytes of the server's own memory per thousand connections. */
const maxMbAThousand = 15;

/** Opens a connection; one in three starts a request that never ends. */
function open(url: string, number: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      if (number % 3 === 0) socket.write('GET /story/ HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      resolve(socket);
    });
    socket.on('error', reject).resume();
  });
}

/** Some may be closed already: the server closes idle ones without a request. */
const allClosed = (sockets: readonly Socket[]) =>
  Promise.all(
    sockets.map((socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve))),
  );

onDrawnDatabase('connections that ask for nothing', (get, place) => {
  test(`${connections} of them keep no reader waiting and hold up no stop`, async () => {
    await get().write((tx) => makePost(tx, { slug: 'story' }));
    const server = await startRealServer(place(), { LOG_LEVEL: 'warn' });
    const pid = server.process.pid ?? 0;
    const before = memoryMb(pid, 'private');
    const sockets: Socket[] = [];
    for (let from = 0; from < connections; from += 100)
      sockets.push(...(await Promise.all(Array.from({ length: 100 }, (_, n) => open(server.url, from + n)))));
    const closed = allClosed(sockets);
    const readers = sendReaders(server.url, ['/', '/story/', '/?s=story', '/wp-json/wp/v2/posts'], {
      connections: 5,
    });
    if (long) await letPass(5000);
    await expect.poll(() => readers.answers.length, { timeout: 500_000 }).toBeGreaterThan(20);
    const answers = await readers.stop();
    expect(failuresOf(answers)).toEqual([]);
    expect(memoryMb(pid, 'private') - before).toBeLessThan(100 + (maxMbAThousand * connections) / 1000);
    report(`idle-connections on ${place().dialect}`, {
      connections,
      'requests answered meanwhile': answers.length,
      'MB of memory more': Math.round(memoryMb(pid, 'private') - before),
    });
    expect(await server.stop()).toBe(0);
    await closed;
  });

  test.runIf(long)('the server closes connections without a request', async () => {
    const server = await startRealServer(place(), { LOG_LEVEL: 'warn' });
    const sockets = await Promise.all(Array.from({ length: 300 }, (_, n) => open(server.url, n)));
    await allClosed(sockets);
    expect(await server.stop()).toBe(0);
  });
});
