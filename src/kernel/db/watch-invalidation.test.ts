import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { makeTestDatabase } from '../../../test/harness/databases.ts';
import type { TestDatabase } from '../../../test/harness/databases.ts';
import type { Emission } from './invalidation.ts';
import { openDatabase } from './open-database.ts';

let place: TestDatabase | undefined;
afterEach(() => place?.drop());

/** A proxy to PostgreSQL that drops connections like a firewall: data is lost without an error. */
async function forgetfulProxy(
  target: URL,
): Promise<{ port: number; forget: () => number; close: () => void }> {
  const listening: { forgotten: boolean }[] = [];
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const state = { forgotten: false };
    const upstream = connect(Number(target.port), target.hostname);
    sockets.push(client, upstream);
    client.on('data', (data) => {
      if (data.includes('listen broadsheet')) listening.push(state);
      if (!state.forgotten) upstream.write(data);
    });
    upstream.on('data', (data) => void (state.forgotten || client.write(data)));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    forget: () => {
      for (const state of listening) state.forgotten = true;
      return listening.length;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('notices a listening connection that no longer answers, and distrusts what it missed', async () => {
  place = await makeTestDatabase('postgres');
  const direct = new URL(place.databaseUrl ?? '');
  direct.hostname = '127.0.0.1'; // a firewall filters addresses, not sockets
  const proxy = await forgetfulProxy(direct);
  const through = new URL(direct);
  through.port = String(proxy.port);
  const warnings: string[] = [];
  const database = await openDatabase({
    dataDir: place.dataDir,
    databaseUrl: through.href,
    maxConnections: 2,
    onWarning: (message) => warnings.push(message),
  });
  const other = await openDatabase({ dataDir: place.dataDir, databaseUrl: direct.href, maxConnections: 1 });
  await database.watch();
  const received: Emission[] = [];
  database.bus.listen((emissions) => received.push(...emissions));
  expect(proxy.forget()).toBe(1);
  await other.write(async (tx) => tx.emit('post:1', 'remove'));
  await expect.poll(() => received).toContainEqual({ tag: '*', urgency: 'change' });
  expect(warnings[0]).toMatch(/^Lost the connection that listens for changes/);
  await expect.poll(() => received).toContainEqual({ tag: '*', urgency: 'remove' });
  await other.write(async (tx) => tx.emit('post:2'));
  await expect.poll(() => received).toContainEqual({ tag: 'post:2', urgency: 'change' });
  await database.close();
  await other.close();
  proxy.close();
});
