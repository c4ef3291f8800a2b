import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { installCostLimit } from './limits.ts';
import { installErrorHandler } from './error-handler.ts';

/** A server whose replies cost the milliseconds in their URL, on a clock that only they advance. */
async function app(percent: number) {
  const clock = { now: 0, cpu: 0 };
  const server = fastify({ trustProxy: true });
  installErrorHandler(server);
  server.get('/before', async () => 'free');
  installCostLimit(server, { percent, now: () => clock.now, cpuMs: () => clock.cpu });
  server.get<{ Params: { ms: string } }>('/costs/:ms', async ({ params }) => {
    clock.cpu += Number(params.ms);
    return 'made';
  });
  server.post('/form', async () => 'read');
  await server.register(async (below) =>
    below.get('/fails', async () => {
      clock.cpu += 5000;
      throw new Error('no');
    }),
  );
  const ask = async (url: string, ip: string, more: { method?: 'HEAD' | 'POST' } = {}) => {
    const { statusCode, headers } = await server.inject({ url, ...more, headers: { 'x-forwarded-for': ip } });
    return statusCode === 429 ? [429, headers['retry-after']] : statusCode;
  };
  return { clock, ask, server };
}

test('an address over its limit learns when to retry, while others and unlimited routes are served', async () => {
  const { clock, ask, server } = await app(20); // a burst of 5 s, then 200 ms per second
  for (let n = 0; n < 5; n++) expect(await ask('/costs/1000', '203.0.113.5')).toBe(200);
  expect(await ask('/costs/1', '203.0.113.5')).toEqual([429, '1']);
  expect(await ask('/form', '203.0.113.5', { method: 'POST' })).toEqual([429, '1']);
  expect(await ask('/before', '203.0.113.5')).toBe(200);
  expect(await ask('/costs/1', '203.0.113.6')).toBe(200);
  clock.now += 1000;
  expect(await ask('/costs/1800', '203.0.113.5')).toBe(200);
  expect(await ask('/costs/1', '203.0.113.5')).toEqual([429, '9']);
  clock.now += 60_000;
  expect(await ask('/costs/1', '203.0.113.5')).toBe(200);
  await server.close();
});

test('never limits a newsroom behind one address: fifty users, a page every second, twenty calls each', async () => {
  const { clock, ask, server } = await app(20);
  for (let second = 0; second < 60; second++, clock.now += 1000) {
    expect(await ask('/costs/12', '203.0.113.5')).toBe(200);
    for (let call = 0; call < 20; call++) expect(await ask('/costs/4', '203.0.113.5')).toBe(200);
  }
  await server.close();
});

test('an IPv6 household is one address, HEAD costs the same as GET, and failed requests also count', async () => {
  const { ask, server } = await app(20);
  for (let n = 1; n <= 5; n++)
    expect(await ask('/costs/1000', `2001:db8:1:2::${n}`, { method: 'HEAD' })).toBe(200);
  expect(await ask('/costs/1', '2001:db8:1:2:a:b:c:d')).toEqual([429, '1']);
  expect(await ask('/costs/1', '2001:db8:1:3::1')).toBe(200);
  expect(await ask('/fails', '203.0.113.9')).toBe(500);
  expect(await ask('/costs/1', '203.0.113.9')).toEqual([429, '1']);
  await server.close();
});

test('the local network, which may be a proxy, has no limit, and 0 per cent means no limit', async () => {
  const { ask, server } = await app(20);
  for (let n = 0; n < 9; n++) {
    expect([
      await ask('/costs/5000', '127.0.0.1'),
      await ask('/costs/5000', '192.168.0.9'),
      await ask('/costs/5000', '::1'),
    ]).toEqual([200, 200, 200]);
  }
  await server.close();
  const unlimited = await app(0);
  for (let n = 0; n < 9; n++) expect(await unlimited.ask('/costs/5000', '203.0.113.5')).toBe(200);
  await unlimited.server.close();
});
