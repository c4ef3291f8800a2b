import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const form = 'application/x-www-form-urlencoded';
let place: TestDatabase;
let site: ServedSite;
const open: Socket[] = [];

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  site = await serveSite(place);
  await site.database.write(async (tx) => {
    const science = await makeTerm(tx, { slug: 'science', name: 'Science' });
    await makePost(tx, { slug: 'article', title: 'An article', termIds: [science] });
    await makePost(tx, {
      slug: 'behind',
      title: 'Behind',
      password: 'sesame',
      content: '<p>The treasure.</p>',
    });
  });
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await site.close();
  await place.drop();
});

/** A connection that has sent these bytes; `heard` returns all received data. */
async function opened(
  bytes = '',
): Promise<{ socket: Socket; receivedBytes: () => string; closed: Promise<void> }> {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  socket.on('error', () => socket.destroy()); // the server may reset refused connections
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  if (bytes !== '') socket.write(bytes, 'latin1');
  return { socket, receivedBytes: () => received, closed };
}

/** Everything received for these bytes until the server closes, or is silent for five seconds. */
async function exchange(bytes: string): Promise<string> {
  const { socket, receivedBytes: heard, closed } = await opened(bytes);
  socket.setTimeout(30_000, () => socket.destroy());
  await closed;
  return heard();
}

const statuses = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
const isServing = async () => expect((await rawRequest(site.url, '/article/')).status).toBe(200);

test('requests that two servers may read differently get one answer, and the connection ends', async () => {
  const hidden = 'GET /behind/ HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = `POST /wp-login.php?action=postpass HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\n`;
  for (const bytes of [
    `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n${hidden}`,
    `${post}Content-Length: 5\r\nContent-Length: 0\r\n\r\n${hidden}`,
    `${post}Content-Length: 0, 5\r\n\r\n${hidden}`,
    `${post}Content-Length: +5\r\n\r\n${hidden}`,
    `${post}Content-Length: 0x5\r\n\r\n${hidden}`,
    `${post}Content-Length : 5\r\n\r\n${hidden}`,
    `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    `${post}Transfer-Encoding:\tchunked\r\n Transfer-Encoding: x\r\n\r\n0\r\n\r\n${hidden}`,
    `${post}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`,
    `${post}Transfer-Encoding: chunked\r\n\r\n5;x\n\n\r\n${hidden}`,
    `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden}`,
    `GET /article/ HTTP/1.1\nHost: x\n\n${hidden}`,
    `GET /article/ HTTP/1.1\r\nHost: x\r\nX\r: y\r\n\r\n${hidden}`,
    `GET /article/\tHTTP/1.1\r\nHost: x\r\n\r\n${hidden}`,
  ]) {
    const answer = await exchange(bytes);
    expect([bytes.slice(0, 250), answer.includes('<title>Behind'), statuses(answer)]).toEqual([
      bytes.slice(0, 250),
      false,
      expect.toSatisfy((all: number[]) => all.length < 3 && all.at(-1) === 400),
    ]);
  }
  await isServing();
});

test('HTTP/1.0, absolute addresses and many requests at once are answered in order', async () => {
  expect(await exchange('GET /article/ HTTP/1.0\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n[^]*An article/i,
  );
  const many = Array.from(
    { length: 40 },
    (_, n) =>
      `GET ${n % 2 === 0 ? '/article/' : '/nothing/'} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n${n === 39 ? 'Connection: close\r\n' : ''}\r\n`,
  ).join('');
  expect(statuses(await exchange(many))).toEqual(
    Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? 200 : 404)),
  );
  const mixed =
    `POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 22\r\n\r\naction=td_ajax_unknownGET /article/ ` +
    `HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  // No search, which a busy machine answers with 503.
  expect(statuses(await exchange(mixed))).toEqual([400, 200]);
  for (const target of [
    'http://evil.example/article/',
    'https://x:99/article/',
    '*',
    'evil.example:443',
    'article/',
    '?x',
    '//evil.example/article/',
    '/\\evil.example/',
    'http:',
    '/article/#x',
    '/article/\u00e9',
  ]) {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([
      target,
      statuses(answer).every((status) => status < 500),
      /location: (?:https?:)?\/\/evil/i.test(answer),
    ]).toEqual([target, true, false]);
  }
  await isServing();
});

test('no header, query or body of one reader reaches another', async () => {
  const clean = await rawRequest(site.url, '/category/science/');
  const poisons: Record<string, string>[] = [
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
    { forwarded: 'host=evil.example' },
    { 'x-original-url': '/behind/' },
    { 'x-rewrite-url': '/behind/' },
    { 'x-http-method-override': 'POST' },
    { 'accept-language': 'xx' },
    { cookie: `a=${'c'.repeat(8000)}` },
    { cookie: 'broadsheet_dark=1; wp-postpass_x=1; wordpress_logged_in_x=1' },
    { range: 'bytes=0-9' },
    { 'if-none-match': `${'"x",'.repeat(2000)}"y"` },
    { origin: 'null' },
    { 'accept-encoding': `${'a,'.repeat(5000)}gzip;q=0` },
  ];
  for (const page of ['/article/', '/category/science/', '/?s=article']) {
    await site.database.write(async (tx) => tx.emit('*', 'remove')); // the poisoned response comes first
    for (const headers of poisons) {
      for (const query of ['', 'utm_source=%3Cb%3E', '_=1', 'feed%5B%5D=x', 's%5B%5D=x']) {
        await rawRequest(
          site.url,
          `${page}${query === '' ? '' : `${page.includes('?') ? '&' : '?'}${query}`}`,
          { headers },
        );
      }
    }
    await rawRequest(site.url, page, {
      method: 'GET',
      headers: { 'content-type': form },
      body: 's=evil&paged=2',
    });
    const reply = await rawRequest(site.url, page);
    expect([page, reply.status, /evil|behind/i.test(JSON.stringify(reply.headers) + reply.body)]).toEqual([
      page,
      200,
      false,
    ]);
  }
  expect((await rawRequest(site.url, '/category/science/')).body).toBe(clean.body);
});

test("uncacheable responses use no more memory than the cache's limit", async () => {
  const { entries } = site.app.cache.stats();
  for (let n = 0; n < 600; n++) {
    await rawRequest(
      site.url,
      n % 3 === 0
        ? `/nothing-${n}/`
        : n % 3 === 1
          ? `/article/?utm_id=${n}&fbclid=${n}`
          : `/?p=${10_000 + n}&x${n}=1`,
    );
  }
  expect(site.app.cache.stats().entries - entries).toBeLessThan(10);
  for (let n = 0; n < 600; n++) await rawRequest(site.url, `/?s=${'q'.repeat(500)}${n}`);
  expect(site.app.cache.stats().bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
});

test('queries of a hundred thousand parameters are refused by their length, or read as far as they count', async () => {
  const bomb = Array.from({ length: 100_000 }, (_, n) => `x${n}=1`).join('&');
  for (const path of ['/', '/wp-json/wp/v2/posts', '/feed/'])
    expect((await rawRequest(site.url, `${path}?${bomb}`)).status).toBe(431);
  for (const names of ['__proto__', 'constructor', 's[]', 'include[]', 'p']) {
    const query = Array.from({ length: 800 }, () => `${names}=1`).join('&');
    for (const path of ['/', '/wp-json/wp/v2/posts', '/feed/'])
      expect((await rawRequest(site.url, `${path}?${query}`)).status).toBeLessThan(500);
  }
  const call = await rawRequest(site.url, '/wp-admin/admin-ajax.php', {
    method: 'POST',
    headers: { 'content-type': form },
    body: `action=td_ajax_search&${'a=&'.repeat(16_000)}td_string=article`,
  });
  expect([call.status, call.body.includes('"td_search_query":"article"')]).toEqual([200, true]);
});

test('slow and idle connections block no others', async () => {
  const idle = await Promise.all(Array.from({ length: 400 }, () => opened()));
  const slow = await Promise.all(
    Array.from({ length: 100 }, () => opened('GET /article/ HTTP/1.1\r\nHost: x\r\nX-')),
  );
  const body = await Promise.all(
    Array.from({ length: 100 }, () =>
      opened(
        `POST /wp-admin/admin-ajax.php HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: 1000\r\n\r\naction=`,
      ),
    ),
  );
  for (let round = 0; round < 3; round++) {
    for (const { socket } of [...slow, ...body]) socket.write('a');
    await isServing();
  }
  expect([...idle, ...slow, ...body].every(({ receivedBytes: heard }) => heard() === '')).toBe(true);
  const { headersTimeout, requestTimeout } = site.app.server.server;
  expect([headersTimeout, requestTimeout]).toEqual([15_000, 30_000]); // these timeouts end them
});

test('a client sending a body of 10 MB gets the reason for the refusal, at any speed, without a reset', async () => {
  const { cookie, nonce } = await site.signIn(await site.database.write((tx) => makeUser(tx)));
  const bytes = 10 * 2 ** 20 + 1;
  const [ajax, login, rest] = [
    `/wp-admin/admin-ajax.php|${form}`,
    `/wp-login.php|${form}`,
    `/wp-json/wp/v2/posts|application/json\r\nX-WP-Nonce: ${nonce}`,
  ];
  const refusedTo = async (to: string, piece: number) => {
    const [path, type] = to.split('|');
    const { hostname, port } = new URL(site.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    open.push(socket);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    let [heard, fault] = ['', 'none'];
    socket
      .on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
      .on('error', (error) => (fault = error.message));
    const who = to.startsWith(rest) ? `Cookie: ${cookie}\r\n` : '';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${who}Content-Length: ${bytes}\r\nContent-Type: ${type}\r\n\r\n`,
    );
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece) {
      const isTaken = socket.write(Buffer.alloc(Math.min(piece, bytes - sent), 'a'));
      await Promise.race([
        closed,
        new Promise((resolve) => (isTaken ? setImmediate(resolve) : socket.once('drain', resolve))),
      ]);
    }
    await expect
      .poll(() => fault !== 'none' || /^HTTP\/1\.1 413 [^]*\}$|<\/html>\s*$/.test(heard))
      .toBe(true);
    socket.end();
    await closed;
    return [fault, heard.slice(9, 12)];
  };
  for (let time = 0; time < 20; time++) {
    const to = [ajax, login, rest, `${rest}\r\nConnection: close`][time % 4] ?? rest;
    for (const piece of [bytes, 64 * 1024])
      expect([to, piece, time, ...(await refusedTo(to, piece))]).toEqual([to, piece, time, 'none', '413']);
  }
});

test('[IMP-04] a file of 2 GB is refused at once by its Content-Length, else at the limit, and no part of it is left', async () => {
  const author = await site.database.write((tx) => makeUser(tx));
  const { cookie, nonce } = await site.signIn(author);
  const head = (more: string) =>
    `POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-WP-Nonce: ${nonce}\r\nContent-Type: video/mp4\r\n` +
    `Content-Disposition: attachment; filename="long.mp4"\r\n${more}\r\n\r\n`;
  const announced = await opened(head(`Content-Length: ${2 ** 31}`));
  await expect.poll(announced.receivedBytes).toMatch(/^HTTP\/1\.1 413 [^]*maximum is 256 MB/);
  announced.socket.destroy();
  const { socket, receivedBytes: heard } = await opened(head('Transfer-Encoding: chunked'));
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(2 ** 20, 'x'), Buffer.from('\r\n')]);
  let sent = 0;
  for (; sent < 2048 && !heard().includes('413'); sent++) {
    if (!socket.write(chunk))
      await Promise.race(
        ['drain', 'data', 'close'].map((name) => new Promise((resolve) => void socket.once(name, resolve))),
      );
  }
  expect([sent < 400, heard()]).toEqual([
    true,
    expect.stringMatching(/^HTTP\/1\.1 413 [^]*maximum is 256 MB/),
  ]);
  socket.destroy();
  const media = join(place.dataDir, 'media');
  await expect
    .poll(() =>
      readdirSync(media, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
    )
    .toEqual([]);
  await isServing();
});
