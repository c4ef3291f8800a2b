import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGuard } from '../../src/modules/accounts/guard.ts';
import { findUserByLogin } from '../../src/modules/users/reader.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { deleteUser, updateUser } from '../../src/modules/users/writer.ts';
import { restActor } from '../../src/site/rest/rest-actor.ts';
import { createSigner, createVault } from '../../src/lib/keys.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import type { Json } from '../harness/rest-app.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

const names = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
type Name = (typeof names)[number];

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const json = ({ body }: RawReply) => JSON.parse(body) as Json;
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

onDrawnDatabase('application passwords', (_get, place) => {
  let site: ServedSite;
  let now = Date.UTC(2026, 10, 22);
  const ids = new Map<Name, number>();
  const signedIn = new Map<Name, { readonly cookie: string; readonly nonce: string }>();
  const id = (name: Name) => ids.get(name) ?? 0;

  const rest = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    rawRequest(site.url, `/wp-json${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const as = (name: Name) => ({
    cookie: signedIn.get(name)?.cookie ?? '',
    'x-wp-nonce': signedIn.get(name)?.nonce ?? '',
  });
  const made = async (name: Name, body: Record<string, unknown> = {}) => {
    const reply = await rest('POST', '/wp/v2/users/me/application-passwords', as(name), {
      name: 'A program',
      ...body,
    });
    expect([reply.status, reply.body]).toEqual([201, expect.any(String)]);
    const { uuid: one, password } = json(reply) as unknown as {
      readonly uuid: string;
      readonly password: string;
    };
    return { one, password, proof: basic(name, password) };
  };
  const statusAndCode = (reply: RawReply) => [reply.status, json(reply)['code']];

  beforeAll(async () => {
    site = await serveSite(place(), {}, { now: () => now });
    for (const role of names) {
      ids.set(
        role,
        await site.database.write((tx) =>
          makeUser(tx, { login: role, email: `${role}@mail.example`, roles: [role] }),
        ),
      );
      signedIn.set(role, await site.signIn(id(role)));
    }
  });
  beforeEach(() => {
    now += 24 * 3_600_000;
  });
  afterAll(() => site.close());

  test('a password is created, shown once, authenticates a program, is listed with its last use, and ends when revoked', async () => {
    const path = '/wp/v2/users/me/application-passwords';
    const reply = await rest('POST', path, as('author'), {
      name: 'Phone <b>of</b> mine',
      app_id: '4d1b9ac0-6a0e-4c3a-9b1f-2f6f3b0d7a11',
    });
    const {
      password,
      uuid: one,
      ...shown
    } = json(reply) as unknown as { readonly uuid: string; readonly password: string };
    expect([reply.status, reply.headers['location'], password]).toEqual([
      201,
      `${site.url}/wp-json/wp/v2/users/${id('author')}/application-passwords/${one}`,
      expect.stringMatching(/^(?:[\dA-Za-z]{4} ){5}[\dA-Za-z]{4}$/),
    ]);
    expect(shown).toMatchObject({
      name: 'Phone of mine',
      app_id: '4d1b9ac0-6a0e-4c3a-9b1f-2f6f3b0d7a11',
      last_used: null,
      last_ip: null,
    });
    expect(one).toMatch(uuid);
    for (const proof of [
      basic('author', password),
      basic('AUTHOR', password.replaceAll(' ', '')),
      basic('author@mail.example', password),
      basic('author', ` ${password} `),
    ]) {
      const me = await rest('GET', '/wp/v2/users/me', proof);
      expect([me.status, json(me)['id'], me.headers['cache-control'], me.headers['x-wp-nonce']]).toEqual([
        200,
        id('author'),
        'no-store',
        undefined,
      ]);
    }
    expect(json(await rest('GET', `${path}/introspect`, basic('author', password)))).toMatchObject({
      uuid: one,
    });
    expect(statusAndCode(await rest('GET', `${path}/introspect`, as('author')))).toEqual([
      404,
      'rest_no_authenticated_app_password',
    ]);
    const list = await rest('GET', path, as('author'));
    expect(json(list)).toMatchObject([
      { uuid: one, name: 'Phone of mine', last_used: expect.any(String), last_ip: expect.any(String) },
    ]);
    expect(list.body).not.toContain('"password"');
    const rows = await site.database.read.selectFrom('application_password').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(password.replaceAll(' ', ''));
    expect(json(await rest('PATCH', `${path}/${one}`, as('author'), { name: 'Telephone' }))).toMatchObject({
      uuid: one,
      name: 'Telephone',
    });
    expect(json(await rest('DELETE', `${path}/${one}`, as('author')))).toMatchObject({
      deleted: true,
      previous: { uuid: one, name: 'Telephone' },
    });
    expect(statusAndCode(await rest('GET', '/wp/v2/users/me', basic('author', password)))).toEqual([
      401,
      'incorrect_password',
    ]);
    expect(statusAndCode(await rest('DELETE', `${path}/${one}`, as('author')))).toEqual([
      404,
      'rest_application_password_not_found',
    ]);
    await made('author');
    await made('author');
    expect(json(await rest('DELETE', path, as('author')))).toEqual({ deleted: true, count: 2 });
  });

  test('a use is written down once in a minute, and costs no write in between', async () => {
    const { proof } = await made('editor');
    const uses = async () =>
      await site.database.read
        .selectFrom('application_password')
        .select('used_at')
        .where('user_id', '=', id('editor'))
        .execute();
    await rest('GET', '/wp/v2/users/me', proof);
    const [first] = await uses();
    await rest('GET', '/wp/v2/users/me', proof);
    expect((await uses())[0]).toEqual(first);
    const before = site.database.queryCount();
    await rest('GET', '/wp/v2/users/me', proof);
    // Queries for the user, the password, and the portrait.
    expect(site.database.queryCount() - before).toBeLessThanOrEqual(4);
  });

  test('a program has its owner’s capabilities only: another user’s cookie adds nothing', async () => {
    const post = await site.database.write((tx) => makePost(tx, { authorId: id('editor') }));
    const proofs = new Map<Name, Record<string, string>>();
    for (const name of names) proofs.set(name, (await made(name)).proof);
    const statuses = async (send: (proof: Record<string, string>) => Promise<RawReply>) => {
      const replies: number[] = [];
      for (const name of names) replies.push((await send(proofs.get(name) ?? {})).status);
      return replies;
    };
    expect(
      await statuses((proof) => rest('PATCH', `/wp/v2/posts/${post}`, proof, { title: 'Changed' })),
    ).toEqual([200, 200, 403, 403, 403]);
    expect(await statuses((proof) => rest('POST', '/wp/v2/posts', proof, { title: 'New' }))).toEqual([
      201, 201, 201, 201, 403,
    ]);
    expect(await statuses((proof) => rest('GET', '/wp/v2/settings', proof))).toEqual([
      200, 403, 403, 403, 403,
    ]);
    // A cookie without a nonce is ignored; with a nonce the application password is ignored.
    const mixed = { ...proofs.get('subscriber'), cookie: signedIn.get('administrator')?.cookie ?? '' };
    expect(json(await rest('GET', '/wp/v2/users/me', mixed))['id']).toBe(id('subscriber'));
    expect((await rest('GET', '/wp/v2/settings', mixed)).status).toBe(403);
    expect(
      json(await rest('GET', '/wp/v2/users/me', { ...as('subscriber'), ...proofs.get('administrator') }))[
        'id'
      ],
    ).toBe(id('subscriber'));
    expect(
      statusAndCode(
        await rest('GET', '/wp/v2/users/me', {
          ...as('subscriber'),
          'x-wp-nonce': 'x',
          ...proofs.get('administrator'),
        }),
      ),
    ).toEqual([403, 'rest_cookie_invalid_nonce']);
    // Only in REST.
    const draft = await site.database.write((tx) =>
      makePost(tx, { authorId: id('editor'), status: 'draft' }),
    );
    expect((await rest('GET', `/wp/v2/posts/${draft}`, proofs.get('editor'))).status).toBe(200);
    expect(
      (await rawRequest(site.url, `/?p=${draft}&preview=true`, { headers: proofs.get('editor') ?? {} }))
        .status,
    ).toBe(404);
    for (const path of [`/wp/v2/posts/${draft}`, '/wp/v2/users/me'])
      expect((await rest('GET', path)).status).toBe(401);
    expect(
      (await rawRequest(site.url, '/wp-admin/profile.php', { headers: proofs.get('editor') ?? {} })).status,
    ).toBe(302);
  });

  test('application passwords of other users are hidden and unchangeable without `edit_user`', async () => {
    const { one } = await made('author', { name: 'Secret plan' });
    const path = `/wp/v2/users/${id('author')}/application-passwords`;
    for (const name of ['editor', 'contributor', 'subscriber'] as const) {
      for (const [method, at] of [
        ['GET', path],
        ['POST', path],
        ['DELETE', path],
        ['GET', `${path}/${one}`],
        ['PATCH', `${path}/${one}`],
        ['DELETE', `${path}/${one}`],
        ['GET', `${path}/introspect`],
        ['GET', `/wp/v2/users/${id('administrator')}/application-passwords`],
      ] as const) {
        const reply = await rest(method, at, as(name), method === 'GET' ? undefined : { name: 'Mine' });
        expect([name, method, at, reply.status, reply.body.includes('Secret')]).toEqual([
          name,
          method,
          at,
          403,
          false,
        ]);
      }
      // Another user's password id under one's own account.
      const own = `/wp/v2/users/me/application-passwords/${one}`;
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        expect(
          (await rest(method, own, as(name), method === 'PATCH' ? { name: 'x' } : undefined)).status,
        ).toBe(404);
      }
    }
    expect(json(await rest('GET', path, as('administrator')))).toContainEqual(
      expect.objectContaining({ uuid: one, name: 'Secret plan' }),
    );
    expect(
      statusAndCode(await rest('GET', '/wp/v2/users/999999/application-passwords', as('administrator'))),
    ).toEqual([404, 'rest_user_invalid_id']);
    expect((await rest('GET', path)).status).toBe(401);
    expect((await rest('DELETE', `${path}/${one}`, as('administrator'))).status).toBe(200);
  });

  test('invalid bodies, empty names, and read-only fields', async () => {
    const path = '/wp/v2/users/me/application-passwords';
    expect(statusAndCode(await rest('POST', path, as('author'), {}))).toEqual([
      400,
      'rest_missing_callback_param',
    ]);
    for (const body of [
      { name: '' },
      { name: '   ' },
      { name: '<i></i>' },
      { name: 'a\0b' },
      { name: 'x'.repeat(251) },
      { name: ['a'] },
      { name: { a: 1 } },
      { name: 7 },
      { name: 'x', app_id: 'no-uuid' },
      { name: 'x', app_id: '../../etc' },
      { name: 'x', app_id: 1 },
    ]) {
      expect([body, statusAndCode(await rest('POST', path, as('author'), body))]).toEqual([
        body,
        [400, 'rest_invalid_param'],
      ]);
    }
    const mine = await made('author', {
      user: id('administrator'),
      user_id: id('administrator'),
      uuid: 'x',
      password: 'chosen by me',
      last_ip: '1.2.3.4',
    });
    expect(json(await rest('GET', `${path}/${mine.one}?context=edit`, as('author')))).toMatchObject({
      user: id('author'),
      last_ip: null,
    });
    expect(mine.password).not.toContain('chosen');
    for (const odd of ['introspec', 'x'.repeat(3000), '--', '__proto__'])
      expect((await rest('GET', `${path}/${odd}`, as('author'))).status).toBe(404);
    expect(json(await rest('GET', `${path}?context=embed`, as('author')))[0]).not.toHaveProperty('last_ip');
  });

  test('an account has a hundred at most', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      hash: `h${at}`,
      user_id: id('contributor'),
      name: 'x',
      created_at: at,
    }));
    await site.database.write(
      async (tx) =>
        void (await tx.db
          .deleteFrom('application_password')
          .where('user_id', '=', id('contributor'))
          .execute()),
    );
    await site.database.write(
      async (tx) => void (await tx.db.insertInto('application_password').values(rows).execute()),
    );
    expect(
      statusAndCode(
        await rest('POST', '/wp/v2/users/me/application-passwords', as('contributor'), { name: 'one more' }),
      ),
    ).toEqual([409, 'too_many_passwords']);
    expect(json(await rest('DELETE', '/wp/v2/users/me/application-passwords', as('contributor')))).toEqual({
      deleted: true,
      count: 100,
    });
  });

  test('wrong ones get one answer, count as wrong passwords do, and keep no right one out', async () => {
    const { proof, password } = await made('author');
    const { password: another } = await made('editor');
    await site.database.write(async (tx) =>
      updateUser(tx, id('subscriber'), { password: await hashPassword('correct horse 1') }),
    );
    const wrong = [
      basic('author', another),
      basic('author', ''),
      basic('nobody', password),
      basic('', password),
      basic('subscriber', 'correct horse 1'),
      basic('author', `${password}x`),
      basic('author\0', 'x'.repeat(24)),
      basic("' or 1=1 --", password),
      { authorization: `Basic ${'A'.repeat(6000)}` },
      { authorization: 'Basic AAAA' },
    ];
    for (const headers of wrong) {
      now += 3_600_000;
      const reply = await rest('GET', '/wp/v2/posts', headers);
      expect([
        headers,
        ...statusAndCode(reply),
        reply.headers['www-authenticate'],
        reply.headers['cache-control'],
      ]).toEqual([headers, 401, 'incorrect_password', undefined, 'no-store']);
    }
    for (const headers of [
      { authorization: 'Bearer x' },
      { authorization: 'Basic' },
      { authorization: 'Basic ***' },
      { authorization: 'Digest a' },
    ]) {
      expect((await rest('GET', '/wp/v2/posts', headers)).status).toBe(200);
    }
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await rest('POST', '/wp/v2/posts', basic('author', 'wrong'), { title: 'x' })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const refused = await rest('GET', '/wp/v2/posts', basic('author', 'wrong'));
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await rest('GET', '/wp/v2/users/me', proof)).status).toBe(200);
    expect((await rest('GET', '/wp/v2/posts')).status).toBe(200);
  });

  test('another password of the account, other rights, and its end', async () => {
    const login = 'leaver';
    const userId = await site.database.write((tx) =>
      makeUser(tx, { login, email: 'leaver@mail.example', roles: ['editor'] }),
    );
    const make = async () => {
      const { cookie, nonce } = await site.signIn(userId);
      const reply = await rest(
        'POST',
        '/wp/v2/users/me/application-passwords',
        { cookie, 'x-wp-nonce': nonce },
        { name: 'x' },
      );
      return basic(login, String(json(reply)['password']));
    };
    const me = async (proof: Record<string, string>) => (await rest('GET', '/wp/v2/users/me', proof)).status;
    const before = await make();
    await site.database.write(async (tx) =>
      updateUser(tx, userId, { password: await hashPassword('another horse 2') }),
    );
    expect(await me(before)).toBe(401);
    const after = await make();
    expect((await rest('POST', '/wp/v2/categories', after, { name: 'While one may' })).status).toBe(201);
    await site.database.write((tx) => updateUser(tx, userId, { roles: ['subscriber'] }));
    expect([
      await me(after),
      (await rest('POST', '/wp/v2/categories', after, { name: 'No more' })).status,
    ]).toEqual([200, 403]);
    await site.database.write((tx) => deleteUser(tx, userId));
    expect([await me(after), await findUserByLogin(site.database.read, login)]).toEqual([401, undefined]);
    expect(
      await site.database.read
        .selectFrom('application_password')
        .select('id')
        .where('user_id', '=', userId)
        .execute(),
    ).toEqual([]);
  });

  test('over plain http passwords are ignored, except on localhost', async () => {
    const { proof } = await made('author');
    const asking = async (siteUrl: string) => {
      const { app } = site;
      const signer = createSigner(Buffer.alloc(32));
      const door = {
        signer,
        sessions: createSessions(site.database, signer, siteUrl),
        accounts: {
          guard: createGuard(),
          vault: createVault(Buffer.alloc(32)),
          sendsMail: false,
          content: { ...app.content, siteUrl },
        },
      };
      const asker = await restActor(door, { ip: '203.0.113.9', headers: proof, query: new Map() });
      return asker?.actor.id;
    };
    expect(
      await Promise.all(
        [
          'http://news.example',
          'http://localhost.example',
          'http://10.0.0.1',
          'http://127.0.0.1.example',
        ].map(asking),
      ),
    ).toEqual([undefined, undefined, undefined, undefined]);
    expect(
      await Promise.all(
        [
          'https://news.example',
          'http://localhost:8080',
          'http://127.0.0.1',
          'http://[::1]:80',
          'http://x.localhost',
        ].map(asking),
      ),
    ).toEqual(Array.from({ length: 5 }, () => id('author')));
  });

  const form = (
    path: string,
    cookie: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const nonceIn = ({ body }: RawReply) => /name="_wpnonce"[^>]*value="([\w-]+)"/.exec(body)?.[1] ?? '';
  const authorizePath = '/wp-admin/authorize-application.php';
  const request = (cookie: string, query: Record<string, string>) =>
    rawRequest(site.url, `${authorizePath}?${new URLSearchParams(query)}`, { headers: { cookie } });

  test('a program requests a password: the index names the page, a logged-in user approves, and the program gets the result', async () => {
    expect(json(await rest('GET', '/'))['authentication']).toEqual({
      'application-passwords': { endpoints: { authorization: `${site.url}${authorizePath}` } },
    });
    const away = await rawRequest(site.url, `${authorizePath}?app_name=Pen`, {});
    expect([away.status, String(away.headers['location'])]).toEqual([
      302,
      `/wp-login.php?redirect_to=${encodeURIComponent(`${authorizePath}?app_name=Pen`)}&reauth=1`,
    ]);
    const { cookie } = await site.signIn(id('author'));
    const query = {
      app_name: 'Pen <script>',
      app_id: '4d1b9ac0-6a0e-4c3a-9b1f-2f6f3b0d7a11',
      success_url: 'https://pen.example/done?x=1',
      reject_url: 'pen://no',
    };
    const page = await request(cookie, query);
    expect([page.status, page.headers['cache-control'], page.body.includes('<script>"')]).toEqual([
      200,
      'private, no-store',
      false,
    ]);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://pen.example pen:;");
    // Programs that don't encode their URL: a second question mark starts no new query.
    const written = `${authorizePath}?app_name=Pen&success_url=https://pen.example/done?x=1&reject_url=pen://no`;
    const bare = await rawRequest(site.url, written, { headers: { cookie } });
    expect([
      bare.body.includes('value="https://pen.example/done?x=1"'),
      bare.body.includes('value="pen://no"'),
    ]).toEqual([true, true]);
    const sent = { ...query, _wpnonce: nonceIn(page) };
    const yes = await form(authorizePath, cookie, sent, { origin: site.url });
    const led = new URL(String(yes.headers['location']));
    expect([
      yes.status,
      led.origin + led.pathname,
      led.searchParams.get('x'),
      led.searchParams.get('site_url'),
      led.searchParams.get('user_login'),
    ]).toEqual([303, 'https://pen.example/done', '1', site.url, 'author']);
    expect(
      json(await rest('GET', '/wp/v2/users/me', basic('author', led.searchParams.get('password') ?? '')))[
        'id'
      ],
    ).toBe(id('author'));
    const no = await form(authorizePath, cookie, { ...sent, no: '1' });
    expect([no.status, no.headers['location']]).toEqual([303, 'pen://no']);
    const plain = await form(authorizePath, cookie, { ...sent, reject_url: '', no: '1' });
    expect(plain.headers['location']).toBe('https://pen.example/done?x=1&success=false');
    const shown = await form(authorizePath, cookie, { app_name: 'Paper', _wpnonce: nonceIn(page) });
    expect([shown.status, /account-secret">(?:[\dA-Za-z]{4} ){5}[\dA-Za-z]{4}</.test(shown.body)]).toEqual([
      200,
      true,
    ]);
    expect((await form(authorizePath, cookie, { app_name: ' ', _wpnonce: nonceIn(page) })).status).toBe(400);
  });

  test('a redirect never leads to a script URL, and another site’s page can’t approve', async () => {
    const { cookie } = await site.signIn(id('editor'));
    const count = async () =>
      (
        await site.database.read
          .selectFrom('application_password')
          .select('id')
          .where('user_id', '=', id('editor'))
          .execute()
      ).length;
    const before = await count();
    const nonce = nonceIn(await request(cookie, { app_name: 'x' }));
    for (const bad of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:https://a.example/x',
      'file:///etc/passwd',
      'http://pen.example/',
      '//pen.example',
      '/here',
      'https://',
      'https://user:pw@pen.example/',
      'https://a;require-trusted-types-for/x',
      'https://a;sandbox',
      'https://*',
      'https://*.example/',
      'http://localhost;x/',
      'x'.repeat(3000),
      `https://pen.example/${'x'.repeat(3000)}`,
      'view-source:https://pen.example',
    ]) {
      for (const name of ['success_url', 'reject_url']) {
        const page = await request(cookie, { app_name: 'x', [name]: bad });
        expect([bad, name, page.status, page.body.includes('<form class="account-form"')]).toEqual([
          bad,
          name,
          400,
          false,
        ]);
        expect([bad, page.body]).toEqual([bad, expect.stringContaining(`its ${name} is “`)]);
        const sent = await form(authorizePath, cookie, { app_name: 'x', [name]: bad, _wpnonce: nonce });
        expect([bad, name, sent.status, sent.headers['location']]).toEqual([bad, name, 400, undefined]);
      }
    }
    const nameless = await request(cookie, { app_name: 'x', app_id: 'none' });
    expect([nameless.status, nameless.body]).toEqual([
      400,
      expect.stringContaining('its app_id is “none”. It must be a UUID'),
    ]);
    expect((await request(cookie, { app_name: 'x', success_url: 'http://pen.example/<b>' })).body).toContain(
      '“http://pen.example/&lt;b&gt;”. It must be',
    );
    const good = { app_name: 'x', success_url: 'https://pen.example/', _wpnonce: nonce };
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of others) {
      expect((await form(authorizePath, cookie, good, headers)).status).toBe(403);
    }
    for (const wrong of ['', 'x', nonceIn(await request((await site.signIn(id('author'))).cookie, {}))]) {
      expect((await form(authorizePath, cookie, { ...good, _wpnonce: wrong })).status).toBe(403);
    }
    expect(await count()).toBe(before);
  });

  test('answering after the session ended leads to the log-in form, and back to the question', async () => {
    const led = async (
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = {},
    ) => {
      const {
        status,
        headers: { location },
      } = await form(
        path,
        'wordpress_logged_in_x=1.2.3.4',
        { ...fields, _wpnonce: 'x', current: 'secret' },
        headers,
      );
      return [status, new URL(String(location), site.url).searchParams.get('redirect_to')];
    };
    const query = {
      app_name: 'Pen & “ink”',
      app_id: '4d1b9ac0-6a0e-4c3a-9b1f-2f6f3b0d7a11',
      success_url: 'https://pen.example/done?x=1',
      reject_url: 'pen://no',
    };
    const back = `${authorizePath}?${new URLSearchParams(query)}`;
    expect(await led(authorizePath, query)).toEqual([303, back]);
    const { cookie } = await site.signIn(id('author'));
    const page = await rawRequest(site.url, back, { headers: { cookie } });
    expect([
      page.status,
      page.body.includes('value="Pen &amp; “ink”"'),
      page.body.includes('value="https://pen.example/done?x=1"'),
    ]).toEqual([200, true, true]);
    expect(await led(authorizePath, { app_name: '\0\u{1F600}' })).toEqual([
      303,
      `${authorizePath}?app_name=%F0%9F%98%80`,
    ]);
    // Another site's form is ignored, and addresses are bounded.
    expect(await led(authorizePath, query, { origin: 'https://evil.example' })).toEqual([303, authorizePath]);
    expect(await led(authorizePath, { ...query, app_name: 'x'.repeat(2000) })).toEqual([
      303,
      '/wp-admin/profile.php',
    ]);
    for (const path of ['/wp-admin/second-factor.php', '/wp-admin/import.php']) {
      expect(await led(path, { section: 'start', name: 'x', code: '123456' })).toEqual([303, path]);
    }
    expect(await led('/wp-admin/nothing.php', { name: 'x' })).toEqual([303, '/wp-admin/profile.php']);
  });

  test('the profile creates a password, shows it once, lists and revokes them', async () => {
    const { cookie } = await site.signIn(id('subscriber'));
    const profile = () => rawRequest(site.url, '/wp-admin/profile.php', { headers: { cookie } });
    const nonce = nonceIn(await profile());
    const send = (fields: Record<string, string>) =>
      form('/wp-admin/profile.php', cookie, { _wpnonce: nonce, ...fields });
    await send({ section: 'programs', end: 'all' });
    const reply = await send({ section: 'program', name: 'Reader <b>' });
    const password = /account-secret">([^<]+)</.exec(reply.body)?.[1] ?? '';
    expect([
      reply.status,
      reply.headers['cache-control'],
      password.length,
      json(await rest('GET', '/wp/v2/users/me', basic('subscriber', password)))['id'],
    ]).toEqual([200, 'private, no-store', 29, id('subscriber')]);
    const after = await profile();
    expect([after.body.includes(password), after.body.includes('<b dir="auto">Reader</b>')]).toEqual([
      false,
      true,
    ]);
    expect((await send({ section: 'program', name: ' ' })).status).toBe(400);
    expect(
      (await form('/wp-admin/profile.php', cookie, { section: 'program', name: 'x', _wpnonce: 'x' })).status,
    ).toBe(403);
    const { one } = await made('author');
    expect((await send({ section: 'programs', end: one })).status).toBe(404);
    expect((await send({ section: 'programs', end: '' })).status).toBe(404);
    const own = /value="([\da-f]{8}-[\da-f-]{27})"/.exec(after.body)?.[1] ?? '';
    expect((await send({ section: 'programs', end: own })).headers['location']).toBe(
      '/wp-admin/profile.php?done=account_program_ended',
    );
    expect((await rest('GET', '/wp/v2/users/me', basic('subscriber', password))).status).toBe(401);
  });
});
