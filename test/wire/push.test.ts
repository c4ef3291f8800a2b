import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

let people = 0;
const p256dh = createECDH('prime256v1').generateKeys('base64url');
const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
const fcm = 'https://fcm.googleapis.com/fcm/send/abc:DEF-123_';

onDrawnDatabase('registration for push messages', (_get, place) => {
  let site: ServedSite;
  beforeAll(async () => {
    site = await serveSite(place(), {
      trustProxy: ['127.0.0.1'],
      pushServices: ['http://127.0.0.1:9', 'https://up.example:8443'],
    });
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    await set({ push_mobile: true, push_api_url: '' });
    await site.database.write((tx) => tx.db.deleteFrom('push_subscription').execute());
  });

  const set = (settings: Partial<Settings>) => site.database.write((tx) => saveSettings(tx, settings));
  const domain = () => new URL(site.url).host;
  /** Each call comes from its own address, unless one is given. */
  const send = (method: string, body: unknown, headers: Record<string, string> = {}): Promise<RawReply> =>
    rawRequest(site.url, '/api/token', {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-forwarded-for': `198.51.${Math.floor(people / 250)}.${people++ % 250}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const register = (token: unknown, headers: Record<string, string> = {}) =>
    send('POST', { token, domain: domain(), app_id: '' }, headers);
  const endpoints = async () =>
    (await site.database.read.selectFrom('push_subscription').select('endpoint').orderBy('id').execute()).map(
      ({ endpoint }) => endpoint,
    );

  test('stores subscriptions once, and deletes them on request', async () => {
    const reply = await register({ endpoint: fcm, expirationTime: null, keys });
    expect([
      reply.status,
      reply.body,
      reply.headers['cache-control'],
      reply.headers['x-content-type-options'],
    ]).toEqual([200, '{"success":true}', 'no-store', 'nosniff']);
    await register({ endpoint: fcm, keys: { ...keys, auth: `${Buffer.alloc(16, 255).toString('base64')}` } }); // padded base64, as some libraries write it
    expect(
      await site.database.read
        .selectFrom('push_subscription')
        .select(['endpoint', 'auth', 'site_url'])
        .execute(),
    ).toEqual([{ endpoint: fcm, auth: Buffer.alloc(16, 255).toString('base64url'), site_url: site.url }]);
    for (const method of ['DELETE', 'DELETE'])
      expect((await send(method, { token: { endpoint: fcm } })).status).toBe(200);
    expect(await endpoints()).toEqual([]);
  });

  test('knows the push services of the browsers, and those of the configuration', async () => {
    const good = [
      'https://fcm.googleapis.com/wp/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
      'https://web.push.apple.com/QFoo',
      'https://wns2-par02p.notify.windows.com/w/?token=BQY%3d',
      'http://127.0.0.1:9/browser',
      'https://up.example:8443/x',
    ];
    for (const endpoint of good)
      expect([endpoint, (await register({ endpoint, keys })).status]).toEqual([endpoint, 200]);
    expect(await endpoints()).toEqual(good);
  });

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://evilpush.apple.com.evil.example/',
    'https://notpush.services.mozilla.com.evil/',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/x',
    'https://2130706433/',
    'http://127.0.0.1:90/browser',
    'https://push.example.org/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://fcm.googleapis.com/x',
    '//fcm.googleapis.com/x',
    'fcm.googleapis.com/x',
    '',
    'https://fcm.googleapis.com/x#part',
    `https://fcm.googleapis.com/${'x'.repeat(1600)}`,
    'https://fcm.googleapis.com\\@evil.example/x',
    'https://ｆcm.evil.example/x',
    'https://evil.example/\nhttps://fcm.googleapis.com/',
  ])('an address elsewhere is refused: %j', async (endpoint) => {
    const reply = await register({ endpoint, keys });
    expect([reply.status, (JSON.parse(reply.body) as { code: string }).code]).toEqual([400, 'push_invalid']);
    expect(await endpoints()).toEqual([]);
  });

  test('hostile bodies are refused with a message', async () => {
    const bodies: [unknown, number][] = [
      ['', 400],
      ['{', 400],
      ['null', 400],
      ['[]', 400],
      ['"x"', 400],
      ['{}', 400],
      ['{"token":null}', 400],
      ['{"__proto__":{"token":1}}', 400],
      ['[['.repeat(3000), 400],
      ['x'.repeat(9000), 413],
      [{ token: { endpoint: fcm, keys }, app_id: '' }, 400],
      [{ token: { endpoint: fcm, keys }, domain: 'evil.example', app_id: '' }, 400],
      [{ token: { endpoint: fcm, keys }, domain: domain(), app_id: 'x'.repeat(501) }, 400],
      [{ token: { endpoint: [fcm], keys }, domain: domain() }, 400],
      [{ token: fcm, domain: domain() }, 400],
    ];
    const spoilt = [
      {},
      { auth: keys.auth },
      { ...keys, auth: 'short' },
      { ...keys, auth: randomBytes(17).toString('base64url') },
      { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...keys, p256dh: p256dh.slice(0, 40) },
      { ...keys, p256dh: `${p256dh}<zyx>` },
      { p256dh: 4, auth: 5 },
    ];
    for (const [body, status] of [
      ...bodies,
      ...spoilt.map(
        (some) =>
          [{ token: { endpoint: fcm, keys: some }, domain: domain(), app_id: '' }, 400] as [unknown, number],
      ),
    ]) {
      const reply = await send('POST', body);
      expect([body, reply.status]).toEqual([body, status]);
      expect((JSON.parse(reply.body) as { message: string }).message).not.toBe('');
    }
    for (const body of ['{', '{}', '{"token":{"endpoint":7}}', '{"token":{"endpoint":"a\\u0000"}}', 'null']) {
      expect((await send('DELETE', body)).status).toBe(400);
    }
    expect((await send('POST', 'token=1', { 'content-type': 'application/octet-stream' })).status).toBe(415);
    expect(
      (
        await send(
          'POST',
          { token: { endpoint: fcm, keys }, domain: domain() },
          { 'content-type': 'text/plain' },
        )
      ).status,
    ).toBe(400);
    expect(
      (await send('POST', 'token=1', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(400);
    expect((await rawRequest(site.url, '/api/token')).status).toBe(404);
    expect(await endpoints()).toEqual([]);
  });

  test('pages of other sites can’t register; nor can any page while push is off, or a service is configured', async () => {
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', 'https://evil.example'],
    ] as const) {
      expect((await register({ endpoint: fcm, keys }, { [name]: value })).status).toBe(403);
    }
    expect((await register({ endpoint: fcm, keys }, { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    for (const settings of [
      { push_mobile: false },
      { push_mobile: true, push_api_url: 'https://push.example/api/token' },
    ]) {
      await set(settings);
      expect((await register({ endpoint: `${fcm}2`, keys })).status).toBe(404);
    }
    expect(await endpoints()).toEqual([fcm]);
  });

  test('registrations per caller are limited', async () => {
    const from = { 'x-forwarded-for': '203.0.113.200' };
    const statuses = [];
    for (let at = 0; at < 12; at++) statuses.push(await register({ endpoint: `${fcm}${at}`, keys }, from));
    expect(statuses.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      429,
      429,
    ]);
    expect(Number(statuses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await register({ endpoint: fcm, keys })).status).toBe(200); // others may
  });
});
