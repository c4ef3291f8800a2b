import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../src/lib/network.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';
import { startRealServer } from '../harness/real-server.ts';
import type { RealServer } from '../harness/real-server.ts';

let [place, server]: [TestDatabase | undefined, RealServer | undefined] = [undefined, undefined];
afterAll(async () => {
  await server?.stop();
  await place?.drop();
});

test('a first start shows finished pictures', async () => {
  place = await makeTestDatabase('sqlite', { migrated: false });
  server = await startRealServer(place, { DEMO: '1', LOG_LEVEL: 'warn' });
  const { url, output } = server;
  expect(output()).toMatch(/Demo installed: \d+ posts and pages/);
  const page = await (await fetch(url)).text();
  const pictures = [
    ...new Set(
      [...page.matchAll(/src="[^"]*(\/wp-content\/uploads\/[^"]+\.webp)"/g)].map(([, path]) => path),
    ),
  ];
  expect(pictures.length).toBeGreaterThan(5);
  for (const path of pictures) {
    const reply = await fetch(url + path);
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'image/webp']);
    const { width = 0 } = await sharp(await reply.bytes()).metadata();
    expect(width, path).toBeGreaterThan(100);
  }
  expect((await fetch(`${url}/wp-content/uploads/2001/01/none.webp`)).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

test('a first start stopped during preparation says so, and the next one continues', async () => {
  const stopped = await makeTestDatabase('sqlite', { migrated: false });
  try {
    let output = '';
    const launcher = fileURLToPath(new URL('../../scripts/launch.mjs', import.meta.url));
    const child = endsWithUs(
      spawn(process.execPath, [launcher, 'start'], {
        env: {
          PATH: process.env.PATH,
          DATA_DIR: stopped.dataDir,
          PORT: String(await freePort('127.0.0.1')),
          DEMO: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => output, { interval: 5 }).toContain('Filling the empty site');
    child.kill('SIGINT');
    expect([await ended, output.trim().split('\n').at(-1)]).toEqual([
      130,
      'Stopped before the site was ready. The next start continues.',
    ]);
    const next = await startRealServer(stopped, { DEMO: '1', LOG_LEVEL: 'warn' });
    expect(next.output()).toMatch(/Demo installed: \d+ posts and pages/);
    expect(await next.stop()).toBe(0);
  } finally {
    await stopped.drop();
  }
});
