import { afterAll, expect, test } from 'vitest';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

let [place, server]: [TestDatabase | undefined, RealServer | undefined] = [undefined, undefined];
afterAll(async () => {
  await server?.stop();
  await place?.drop();
});

test('a first start serves before the pictures are drawn, tells how many are, and whoever asks for one gets it', async () => {
  place = await makeTestDatabase('sqlite', { migrated: false });
  server = await startRealServer(place, { DEMO: '1', LOG_LEVEL: 'warn' });
  const { url, output } = server;
  expect(output()).toMatch(/The demo is in place: \d+ posts and pages/);
  expect(output()).not.toMatch(/(\d+) of \1 pictures/);
  const page = await (await fetch(url)).text();
  const pictures = [...new Set([...page.matchAll(/src="[^"]*(\/wp-content\/uploads\/[^"]+\.jpg)"/g)].map(([, path]) => path))];
  expect(pictures.length).toBeGreaterThan(5);
  for (const path of pictures.slice(-3)) {
    const reply = await fetch(url + path);
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(20_000);
  }
  expect((await fetch(`${url}/wp-content/uploads/2001/01/none.jpg`)).status).toBe(404);
  await expect.poll(output, { timeout: 50_000 }).toMatch(/15 of \d+ pictures and films of the demo are drawn/);
  expect(await server.stop()).toBe(0);
});
