import type { RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inside, listenOnBoth, outside } from '../../test/harness/two-networks.ts';
import { InvalidInputError, UnavailableError } from './errors.ts';
import { createFetchOutside, fetchOutside } from './fetch-outside.ts';
import { isPublicAddress } from './network.ts';

const hits: string[] = [];
const answers = new Map<string, RequestListener>();
let port = 0;
let close = () => {};

beforeAll(async () => {
  ({ port, close } = await listenOnBoth(
    (request, response) => {
      hits.push(`outside ${request.headers.host?.split(':')[0]} ${request.method} ${request.url}`);
      const answer = answers.get(request.url ?? '');
      if (answer) answer(request, response);
      else response.end('as usual');
    },
    'a secret',
    hits,
  ));
});
afterAll(() => close());
afterEach(async () => {
  // No attempt got through, and other requests are served as before.
  expect((await fetchTest(`http://bystander.example:${port}/`)).body.toString()).toBe('as usual');
  expect(hits.filter((hit) => hit.startsWith('inside'))).toEqual([]);
  hits.length = 0;
  answers.clear();
});

const hosts = new Map<string, readonly string[][]>();
const host = (name: string, ...answersInTurn: string[][]) => void hosts.set(name, answersInTurn);
let lookUps = 0;
const resolve = async (name: string): Promise<readonly string[]> => {
  lookUps++;
  const turns = hosts.get(name) ?? [[outside]];
  if (turns.length > 1) hosts.set(name, turns.slice(1));
  return turns[0] ?? [];
};
const mayReach = (address: string) => address === outside;
const fetchTest = createFetchOutside({ resolve, mayReach });
const at = (path: string, name = 'news.example') => `http://${name}:${port}${path}`;

test.each([
  '93.184.215.14',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '198.17.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is a public address', (ip) => expect(isPublicAddress(ip)).toBe(true));

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.9.8.7',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '',
  'localhost',
  '127.1',
  '2130706433',
])('refuses %j', (ip) => expect(isPublicAddress(ip)).toBe(false));

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://①②⑦.0.0.1/',
  'http://127.0.0.1./',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'http://localhost/',
  'http://8.8.8.8:22/',
  'http://8.8.8.8:6379/',
  'https://8.8.8.8:25/',
  'file:///etc/passwd',
  'ftp://news.example/',
  'gopher://news.example/',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//news.example/',
  '/feed/',
  '',
  'http://user:secret@news.example/',
  'http://user@news.example/',
  'http://news.example@127.0.0.1/',
])('never calls %j', async (address) => {
  await expect(fetchOutside(address, { timeoutMs: 5000 })).rejects.toThrow(InvalidInputError);
});

test('checks all addresses of a name, and connects to the checked one', async () => {
  host('inside.example', [inside]);
  host('both.example', [outside, inside]);
  for (const name of ['inside.example', 'both.example'])
    await expect(fetchTest(at('/', name))).rejects.toThrow(InvalidInputError);
  host('nowhere.example', []);
  await expect(fetchTest(at('/', 'nowhere.example'))).rejects.toThrow(
    'The host nowhere.example could not be found',
  );
  const before = lookUps;
  // Its address changes after the first lookup.
  host('rebound.example', [outside], [inside]);
  expect((await fetchTest(at('/first', 'rebound.example'))).status).toBe(200);
  expect([lookUps - before, hits]).toEqual([1, ['outside rebound.example GET /first']]);
  const another = createFetchOutside({ resolve, mayReach });
  await expect(another(at('/second', 'rebound.example'))).rejects.toThrow(InvalidInputError);
});

test('checks redirects like URLs, and limits them', async () => {
  host('inside.example', [inside]);
  const to =
    (location: string, status = 302): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, { location }).end();
  const literal = `//${inside}:${port}/`;
  const named = [at('/', 'inside.example'), at('/', 'user:x@news.example')];
  for (const target of [
    ...named,
    `http:${literal}`,
    literal,
    'file:///etc/passwd',
    'http://[::1]:1/',
    'http://',
  ]) {
    answers.set('/away', to(target));
    await expect(fetchTest(at('/away')), target).rejects.toThrow(InvalidInputError);
  }
  answers.set('/round', to('/round', 307));
  await expect(fetchTest(at('/round'))).rejects.toThrow(/more than 3 times/);
  answers.set('/old', to('/new', 301));
  expect(await fetchTest(at('/old'))).toMatchObject({ status: 200, url: at('/new') });
});

test('sends no credentials to the next server, and redirects no write', async () => {
  const received: (string | undefined)[] = [];
  answers.set(
    '/old',
    (_request, response) =>
      void response.writeHead(302, { location: at('/elsewhere', 'other.example') }).end(),
  );
  answers.set('/elsewhere', (request, response) => {
    received.push(request.headers.authorization);
    response.end();
  });
  await fetchTest(at('/old'), { headers: { authorization: 'Bearer secret' } });
  expect(received).toEqual([undefined]);
  expect(await fetchTest(at('/old'), { method: 'POST', body: 'x' })).toMatchObject({
    status: 302,
    url: at('/old'),
  });
  expect(received).toHaveLength(1);
});

test('does not read a body beyond the limit, declared or not', async () => {
  let sent = 0;
  answers.set(
    '/long',
    (_request, response) =>
      void response.writeHead(200, { 'content-length': '1000000000' }).write(Buffer.alloc(100_000)),
  );
  answers.set('/endless', async (_request, response) => {
    for (; !response.destroyed; sent += 65_536) {
      if (!response.write(Buffer.alloc(65_536)))
        await new Promise((go) => response.once('drain', go).once('close', go));
      await setImmediate();
    }
  });
  for (const path of ['/long', '/endless'])
    await expect(fetchTest(at(path), { maxBytes: 90_000 })).rejects.toThrow(/larger than 90000 bytes/);
  expect(sent).toBeLessThan(50_000_000);
  answers.set('/fits', (_request, response) => void response.end(Buffer.alloc(90_000)));
  expect((await fetchTest(at('/fits'), { maxBytes: 90_000 })).body).toHaveLength(90_000);
});

test('stops unpacking a body beyond the limit, and unpacks one that fits', async () => {
  const mountain = Buffer.alloc(10_000_000);
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  for (const [encoding, bytes] of [
    ['gzip', gzipSync(mountain)],
    ['br', brotliCompressSync(mountain, quick)],
  ] as const) {
    answers.set(
      `/${encoding}`,
      (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    await expect(fetchTest(at(`/${encoding}`), { maxBytes: 100_000 })).rejects.toThrow(
      /larger than 100000 bytes/,
    );
  }
  answers.set(
    '/twice',
    (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('x'))),
  );
  await expect(fetchTest(at('/twice'))).rejects.toThrow(/encoding "gzip, gzip"/);
  answers.set(
    '/broken',
    (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  );
  await expect(fetchTest(at('/broken'))).rejects.toThrow(UnavailableError);
  answers.set(
    '/packed',
    (_request, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('Grüße')),
  );
  expect((await fetchTest(at('/packed'))).body.toString()).toBe('Grüße');
});

test('gives up servers that never reply, or send a byte at a time', async () => {
  answers.set('/mute', () => {});
  answers.set('/slow', (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const mute = createFetchOutside({ resolve: () => new Promise(() => {}), mayReach });
  await expect(mute(at('/'), { timeoutMs: 100 })).rejects.toThrow(/did not respond in time/);
  for (const path of ['/mute', '/slow'])
    await expect(fetchTest(at(path), { timeoutMs: 100 })).rejects.toThrow(/did not respond in time/);
  const stop = new AbortController();
  const pending = fetchTest(at('/mute'), { signal: stop.signal });
  stop.abort();
  await expect(pending).rejects.toThrow(UnavailableError);
});

test('handles odd servers: no HTTP, endless headers, closed connections', async () => {
  answers.set('/cut', (request) => void request.socket.destroy());
  answers.set('/half', (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => request.socket.destroy(), 20);
  });
  answers.set(
    '/heads',
    (request) => void request.socket.end(`HTTP/1.1 200 OK\r\n${'x-more: and more\r\n'.repeat(5000)}\r\n`),
  );
  answers.set('/none', (request) => void request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  for (const path of ['/cut', '/half', '/heads', '/none'])
    await expect(fetchTest(at(path)), path).rejects.toThrow(UnavailableError);
});

test('opens a new connection when the other side has closed a kept-alive one', async () => {
  const known = new Set<unknown>();
  answers.set('/once', ({ socket }, response) => {
    if (known.has(socket)) socket.destroy();
    else response.end('well');
    known.add(socket);
  });
  const fetchReused = createFetchOutside({ resolve, mayReach });
  for (const method of ['GET', 'PUT', 'GET'] as const)
    expect((await fetchReused(at('/once'), { method })).body.toString()).toBe('well');
});

test('sends a POST over a kept-alive connection once, whatever happens to the connection', async () => {
  let acted = 0;
  answers.set('/acts', ({ socket }, response) => {
    acted++;
    if (acted === 1) response.end('well');
    else socket.destroy();
  });
  const fetchReused = createFetchOutside({ resolve, mayReach });
  expect((await fetchReused(at('/acts'), { method: 'POST' })).body.toString()).toBe('well');
  await expect(fetchReused(at('/acts'), { method: 'POST' })).rejects.toThrow(UnavailableError);
  expect(acted).toBe(2);
});

test('an allowed internal address gives access to no other one of the network', async () => {
  answers.set(
    '/leads-in',
    (_request, response) =>
      void response.writeHead(302, { location: `http://${inside}:${port}/secret` }).end(),
  );
  await expect(fetchTest(at('/leads-in'), { isNamedByAdmin: true })).rejects.toThrow(InvalidInputError);
  expect(hits.splice(0).filter((hit) => hit.startsWith('inside'))).toEqual([]);
});

test('a server that the administrator set may be in the local network, at any port', async () => {
  expect(
    (
      await fetchTest(`http://${inside}:${port}/service`, { isNamedByAdmin: true, method: 'POST', body: 'x' })
    ).body.toString(),
  ).toBe('a secret');
  expect(hits.splice(0)).toEqual(['inside /service']);
  // A connection that is kept alive from then on is not used for others.
  await expect(fetchTest(`http://${inside}:${port}/service`)).rejects.toThrow(InvalidInputError);
});

test('waits only for the head of a response whose body is not read', async () => {
  answers.set('/created', (_request, response) => void response.writeHead(201).end('thanks'));
  const reply = await fetchTest(at('/created'), {
    method: 'POST',
    body: new Uint8Array([1]),
    withoutBody: true,
  });
  expect(reply).toMatchObject({ status: 201, body: Buffer.alloc(0) });
});
