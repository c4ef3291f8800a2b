import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { operator } from '../../modules/users/role.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import { addForms } from '../../kernel/http/forms.ts';
import { installErrorHandler } from './error-handler.ts';
import type { CountedAs } from './limits.ts';
import { installSearchLimit, byAccount } from './limits.ts';

async function app(now: () => number, who?: CountedAs) {
  const server = fastify({ trustProxy: true });
  installErrorHandler(server);
  addForms(server, 1e6);
  installSearchLimit(server, who, { burst: 3, perSecond: 1, now });
  server.all('/*', async () => 'found');
  return server;
}

test('refuses an address that searches without end, says when to retry, and allows everyone and everything else', async () => {
  let time = 0;
  const server = await app(() => time);
  const ask = async (url: string, ip: string) => {
    const { statusCode, headers } = await server.inject({ url, headers: { 'x-forwarded-for': ip } });
    return statusCode === 200 ? 200 : [statusCode, headers['retry-after']];
  };
  for (const url of ['/?s=a', '/search/b/feed/', '/wp-json/wp/v2/posts?search=c'])
    expect(await ask(url, '203.0.113.5')).toBe(200);
  expect(await ask('/?s=d', '203.0.113.5')).toEqual([429, '1']);
  expect(await ask('/?s=d', '203.0.113.6')).toBe(200);
  expect(await ask('/?s=', '203.0.113.5')).toBe(200);
  expect(await ask('/an-article/', '203.0.113.5')).toBe(200);
  const call = await server.inject({
    method: 'POST',
    url: '/wp-admin/admin-ajax.php',
    headers: { 'x-forwarded-for': '203.0.113.5', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'action=td_ajax_search&td_string=d',
  });
  expect([call.statusCode, call.headers['retry-after'], JSON.parse(call.body)]).toEqual([
    429,
    '1',
    expect.objectContaining({ code: 'too_many_requests' }),
  ]);
  time += 1000;
  expect(await ask('/?s=d', '203.0.113.5')).toBe(200);
  expect(await ask('/?s=e', '203.0.113.5')).toEqual([429, '1']);
  await server.close();
});

test('counts logged-in users separately, since a newsroom shares one address', async () => {
  const actors = new Map(['1', '2'].map((id) => [id, { ...operator(), id: Number(id) }]));
  const find = async (cookie: string | undefined) => {
    const actor = actors.get(cookie ?? '');
    return actor && ({ actor } as SignedIn);
  };
  const server = await app(() => 0, byAccount({ find }));
  const ask = async (cookie: string) =>
    (await server.inject({ url: '/?s=a', headers: { 'x-forwarded-for': '203.0.113.5', cookie } })).statusCode;
  for (const cookie of ['1', 'none', '2']) {
    for (let n = 0; n < 3; n++) expect(await ask(cookie)).toBe(200);
    expect(await ask(cookie)).toBe(429);
  }
  await server.close();
});

test('an IPv6 household counts as one address, and the local network, which may be a proxy, does not count', async () => {
  const server = await app(() => 0);
  const statuses = async (...ips: string[]) =>
    Promise.all(
      ips.map(
        async (ip) => (await server.inject({ url: '/?s=a', headers: { 'x-forwarded-for': ip } })).statusCode,
      ),
    );
  expect(
    await statuses(
      '2001:db8:1:2::1',
      '2001:db8:1:2:a:b:c:d',
      '2001:0db8:1:2::',
      '2001:db8:1:2::2',
      '2001:db8:1:3::1',
    ),
  ).toEqual([200, 200, 200, 429, 200]);
  expect(
    new Set(
      await statuses(
        ...Array<string>(9).fill('127.0.0.1'),
        ...Array<string>(9).fill('192.168.1.9'),
        ...Array<string>(9).fill('::1'),
        ...Array<string>(9).fill('::ffff:10.0.0.1'),
      ),
    ),
  ).toEqual(new Set([200]));
  await server.close();
});
