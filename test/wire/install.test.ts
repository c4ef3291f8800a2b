import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { installFirst } from '../../src/cli/prepare-site.ts';
import { isDemoAwaited } from '../../src/modules/accounts/awaited-demo.ts';
import { readSettings } from '../../src/modules/settings/store.ts';
import { findByPassword, listUsers } from '../../src/modules/users/reader.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { openInstaller } from '../../src/site/install/installer.tsx';
import type { Installer } from '../../src/site/install/installer.tsx';
import { freePort } from '../../src/lib/network.ts';
import { createSigner } from '../../src/lib/keys.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { rawRequest } from '../harness/served-site.ts';
import type { RawReply } from '../harness/served-site.ts';

const path = '/wp-admin/install.php';
const form = 'application/x-www-form-urlencoded';
const good = {
  title: 'The Daily',
  login: 'chief',
  email: 'chief@paper.example',
  password: 'correct horse 1',
  retyped: 'correct horse 1',
  content: 'empty',
  language: 'pt-BR',
};
const english = { ...good, language: 'en-US' };
/** The rules that an error about a user name omits. */
const usernameRule =
  'Letters a to z, digits, spaces and _ . @ -, with a letter or digit at each end; at most 60 characters.';
const noticeIn = ({ body }: RawReply) => /<p class="account-notice[^>]*>([^<]*)</.exec(body)?.[1] ?? '';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Place {
  readonly database: Database;
  readonly installer: Installer;
  readonly url: string;
  readonly token: string;
  readonly cookie: string;
  get(address: string, cookie?: string): Promise<RawReply>;
  send(fields: Record<string, string>, headers?: Record<string, string>): Promise<RawReply>;
}

async function open(kind: 'sqlite' | 'postgres'): Promise<Place> {
  const place = await makeTestDatabase(kind);
  closing.push(place.drop);
  const database = await openSiteDatabase({ ...place, maxConnections: 4 });
  closing.push(() => database.close());
  await database.migrate();
  await database.watch();
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const config = { ...readConfig({ LOG_LEVEL: 'fatal' }), host: '127.0.0.1' };
  const installer = await openInstaller({
    config,
    database,
    siteUrl: url,
    signer: createSigner(Buffer.alloc(32)),
  });
  closing.push(installer.close);
  await installer.listen(port);
  const token = new URL(installer.address).searchParams.get('token') ?? '';
  return {
    database,
    installer,
    url,
    token,
    cookie: `broadsheet_install=${token}`,
    get: (address, cookie) => rawRequest(url, address, cookie === undefined ? {} : { headers: { cookie } }),
    send: (fields, headers = {}) =>
      rawRequest(url, path, {
        method: 'POST',
        headers: { 'content-type': form, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

const users = async ({ database }: Place) => (await listUsers(database.read, { limit: 10 })).users;

test.each(['sqlite', 'postgres'] as const)(
  'on %s an empty site is set up once by the token’s owner',
  async (kind) => {
    const place = await open(kind);
    const { get, send, token, cookie, database } = place;
    for (const address of [
      '/',
      '/wp-login.php',
      '/wp-admin/',
      '/some/article/',
      '/wp-json/wp/v2/posts',
      '/feed/',
    ]) {
      const reply = await get(address);
      expect([address, reply.status, reply.headers.location, reply.headers['cache-control']]).toEqual([
        address,
        302,
        path,
        'no-store',
      ]);
    }
    expect((await get('/healthz')).status).toBe(200);
    expect([
      (await rawRequest(place.url, '/wp-json/wp/v2/posts', { method: 'POST' })).status,
      (await get(path)).body.includes('name="title"'),
    ]).toEqual([403, false]);
    const led = await get(`${path}?token=${token}`);
    expect([led.status, led.headers.location, String(led.headers['set-cookie'])]).toEqual([
      303,
      path,
      `${cookie}; Path=/wp-admin/; SameSite=Lax; HttpOnly`,
    ]);
    const page = await get(path, cookie);
    expect([
      page.status,
      page.body.includes('name="title"'),
      page.body.includes(place.url),
      page.headers['cache-control'],
    ]).toEqual([200, true, true, 'no-store']);
    expect(String(page.headers['content-security-policy'])).toContain(`default-src 'none'`);
    const last = await send({ ...english, step: 'start' }, { cookie });
    for (const rule of [usernameRule, 'At least 8 characters, with a letter and a digit.'])
      expect(last.body).toContain(rule);
    const faults: [Record<string, string>, string][] = [
      [{ title: ' ' }, 'Enter a site title'],
      [{ title: 'x'.repeat(201) }, 'Enter a site title'],
      [{ login: '<i>' }, 'Username incorrect!'],
      [{ login: 'аdmin' }, 'Username incorrect!'],
      [{ email: 'x' }, 'Email incorrect!'],
      [{ password: '' }, 'Pass empty!'],
      [{ password: 'abc' }, 'Invalid Pass Pattern!'],
      [{ language: '<b>' }, 'Enter a language tag'],
      [
        { content: 'everything' },
        'The field content can&#x27;t be &quot;everything&quot;; use one of demo, import, empty.',
      ],
      [{ content: '' }, 'The field content'],
      [{ retyped: 'else' }, 'Retyped Pass incorrect!'],
      [{ password: `a1${'x'.repeat(2000)}` }, 'Pass'],
    ];
    for (const [more, text] of faults) {
      const reply = await send({ ...english, ...more }, { cookie });
      expect([
        more,
        reply.status,
        noticeIn(reply).includes(text),
        reply.body.includes('correct horse'),
      ]).toEqual([more, 400, true, false]);
    }
    expect(noticeIn(await send({ ...good, title: '' }, { cookie }))).toContain('título');
    expect(await users(place)).toEqual([]);
    const both = await Promise.all([
      send(good, { cookie }),
      send({ ...good, login: 'other', email: 'other@paper.example' }, { cookie }),
    ]);
    expect([
      both.every(({ status }) => status === 200 || status === 409),
      (await users(place)).length,
    ]).toEqual([true, 1]);
    expect(await place.installer.done).toBe('empty');
    const [owner] = await users(place);
    expect([
      owner?.roles,
      (await findByPassword(database.read, owner?.login ?? '', good.password))?.user.id,
      (await readSettings(database.read)).settings,
    ]).toEqual([
      ['administrator'],
      owner?.id,
      expect.objectContaining({ blogname: 'The Daily', site_language: 'pt-BR' }),
    ]);
    const after = await send({ ...english, login: 'third' }, { cookie });
    expect([
      after.headers.refresh,
      after.body.includes('is being set up'),
      (await users(place)).length,
    ]).toEqual(['3; url=/wp-login.php', true, 1]);
  },
);

test.each([
  ['demo', true],
  ['import', false],
])('[IMP-31] initial content is chosen with the first account: %s', async (content, demo) => {
  const place = await makeTestDatabase('sqlite');
  closing.push(place.drop);
  const database = await openSiteDatabase({ ...place, maxConnections: 2 });
  closing.push(() => database.close());
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const printed: string[] = [];
  const config = {
    ...readConfig({ LOG_LEVEL: 'fatal', DEMO: '0' }),
    host: '127.0.0.1',
    dataDir: place.dataDir,
  };
  const watch = vi.spyOn(database, 'watch');
  const installing = installFirst(database, config, {
    port,
    siteUrl: url,
    say: (line) => printed.push(line),
    hasTerminal: false,
  });
  await expect.poll(() => printed.join()).toContain('token=');
  const token = /token=([\w-]+)/.exec(printed.join())?.[1] ?? '';
  const page = await rawRequest(url, path, {
    method: 'POST',
    headers: { 'content-type': form, cookie: `broadsheet_install=${token}` },
    body: new URLSearchParams({ step: 'site', title: 'The Daily' }).toString(),
  });
  expect(/<input[^>]*name="content"[^>]*checked[^>]*>/.exec(page.body)?.[0]).toContain('value="demo"');
  const sent = await rawRequest(url, path, {
    method: 'POST',
    headers: { 'content-type': form, cookie: `broadsheet_install=${token}` },
    body: new URLSearchParams({ ...good, content }).toString(),
  });
  const installed = await installing;
  await installed?.close();
  // Otherwise PostgreSQL would limit the whole demo to ten seconds.
  expect(watch.mock.calls).toEqual([[{ isServing: false }]]);
  expect([
    sent.status,
    await isDemoAwaited(database.read),
    (await listUsers(database.read, { limit: 10 })).users.map(({ roles }) => roles),
  ]).toEqual([200, demo, [['administrator']]]);
});

test('ten ways around the token lead nowhere', async () => {
  const place = await open('sqlite');
  const { get, send, token, cookie } = place;
  const other = createSigner(Buffer.alloc(32, 1)).sign('install', place.url);
  for (const bad of ['', 'x', token.slice(1), `${token}x`, token.toLowerCase(), other, "' or 1=1 --"]) {
    const reply = await send(good, { cookie: `broadsheet_install=${encodeURIComponent(bad)}` });
    expect([
      bad,
      [403, 429].includes(reply.status),
      reply.headers['set-cookie'],
      /name="(?:title|password)"/.test(reply.body),
    ]).toEqual([bad, true, undefined, false]);
  }
  expect((await send({ ...good, token: other })).headers['set-cookie']).toBeUndefined();
  // A form of another site, in a browser with the token.
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[]) {
    expect((await send(good, { cookie, ...headers })).status).toBe(403);
  }
  expect([
    (await get(`${path}?token=${other}`)).headers['set-cookie'],
    (await get(`${path}?token=${'A'.repeat(5000)}`)).status,
  ]).toEqual([undefined, 200]);
  let refused = 0;
  for (let n = 0; n < 12; n++) if ((await send({ token: 'x' })).status === 429) refused++;
  expect(refused).toBeGreaterThan(5);
  // Guesses by others don't lock out the token's owner.
  expect([
    (await get(`${path}?token=x`)).status,
    (await get(`${path}?token=${token}`)).status,
    (await send({ token })).status,
  ]).toEqual([429, 303, 303]);
  // Markup injection, and bodies that are not a form.
  const reply = await send({ ...good, title: '"><script>alert(1)</script>', email: 'x' }, { cookie });
  expect([reply.status, reply.body.includes('<script>')]).toEqual([400, false]);
  for (const [type, body] of [
    ['application/json', '{'],
    ['text/plain', 'x'],
    [form, 'a=1&'.repeat(30_000)],
    [form, '%ff%00=%zz'],
  ] as const) {
    const bad = await rawRequest(place.url, path, {
      method: 'POST',
      headers: { 'content-type': type, cookie },
      body,
    });
    expect([type, body.slice(0, 9), bad.status >= 400 && bad.status < 500]).toEqual([
      type,
      body.slice(0, 9),
      true,
    ]);
  }
  expect(await users(place)).toEqual([]);
  // Setting up the site elsewhere ends it here.
  await place.database.write((tx) => makeUser(tx, { login: 'elsewhere' }));
  expect(await place.installer.done).toBe('empty');
  expect((await send({ ...good }, { cookie })).headers.refresh).toBe('3; url=/wp-login.php');
  expect(await users(place)).toHaveLength(1);
});
