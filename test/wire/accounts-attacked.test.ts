import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../src/modules/accounts/account-token.ts';
import { createShare } from '../../src/modules/posts/share-store.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { writeApplicationPassword } from '../../src/modules/users/application-password.ts';
import { writeRecoveryCodes } from '../../src/modules/users/second-factor.ts';
import { findUser, findUserByLogin } from '../../src/modules/users/reader.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { accountTables, dumpTables } from '../harness/dump-tables.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { seededRandom } from '../harness/random.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

const password = 'correct horse 1';
const cookiesOf = ({ headers }: RawReply) =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0] ?? '');

onDrawnDatabase('accounts under attack', (_get, place) => {
  let site: ServedSite;
  let now = Date.UTC(2026, 10, 22);
  let victim = 0;
  let boss = 0;
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const signIn = (headers: Record<string, string> = {}, log = 'victim', pwd = password) =>
    post('/wp-login.php', { log, pwd }, headers);
  const isIn = async (cookie: string) =>
    (await rawRequest(site.url, '/wp-admin/profile.php?forms', { headers: { cookie } })).status === 200;

  beforeAll(async () => {
    site = await serveSite(place(), { trustProxy: ['127.0.0.1'] }, { now: () => now });
    const hash = await hashPassword(password);
    await site.database.write(async (tx) => {
      boss = await makeUser(tx, { login: 'boss', roles: ['administrator'] });
      await updateUser(tx, boss, { password: hash });
      for (const login of ['victim', 'bystander'])
        await updateUser(tx, await makeUser(tx, { login, roles: ['author'] }), { password: hash });
    });
    victim = (await findUserByLogin(site.database.read, 'victim'))?.id ?? 0;
  });
  afterAll(() => site.close());

  test('an attacker’s session cookie in another browser does not become theirs after that user logs in', async () => {
    const attacker = await site.signIn((await findUserByLogin(site.database.read, 'bystander'))?.id ?? 0);
    const laid = attacker.cookie.split('; ').find((one) => one.startsWith('wordpress_logged_in_')) ?? '';
    const [name = ''] = laid.split('=');
    const byDialog = (headers: Record<string, string>) =>
      post(
        '/wp-admin/admin-ajax.php',
        { action: 'td_mod_login', login_email: 'victim', login_pass: password },
        headers,
      );
    for (const planted of [laid, `${name}=fixed`, `${name}=1|2|3`]) {
      for (const enter of [(headers: Record<string, string>) => signIn(headers), byDialog]) {
        now += 24 * 3_600_000;
        const own =
          cookiesOf(await enter({ cookie: planted })).find((one) => one.startsWith(`${name}=`)) ?? '';
        expect([own === '', own === planted, await isIn(own)]).toEqual([false, false, true]);
      }
    }
    const { body } = await rawRequest(site.url, '/wp-admin/profile.php?forms', { headers: { cookie: laid } });
    expect(body.includes('victim')).toBe(false);
  });

  test('forms with invalid UTF-8 are refused, and nothing is stored', async () => {
    const article = await site.database.write((tx) => makePost(tx, { commentStatus: 'open' }));
    const { cookie } = await site.signIn(victim);
    for (const [path, body] of [
      [
        '/wp-comments-post.php',
        `comment_post_ID=${article}&author=Ren%E9&email=rene@mail.example&comment=Caf%E9`,
      ],
      [
        '/wp-comments-post.php',
        Buffer.from(
          `comment_post_ID=${article}&author=Ren\xe9&email=rene@mail.example&comment=Caf\xe9`,
          'latin1',
        ),
      ],
      ['/wp-login.php?action=register', 'user_login=ren%E9&user_email=rene@mail.example'],
      ['/wp-admin/profile.php', 'section=about&displayName=Ren%E9'],
    ] as const) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
      const reply = await rawRequest(site.url, path, { method: 'POST', headers, body });
      expect([path, reply.status]).toEqual([path, 400]);
    }
    const boundary = 'a'.repeat(30);
    const parts = (name: string) =>
      Buffer.from(
        [
          ...[
            ['action', 'td_mod_register'],
            ['register_user', name],
            ['register_email', 'rene@mail.example'],
          ].map(
            ([field, value]) =>
              `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
          ),
          `--${boundary}--\r\n`,
        ].join(''),
        'latin1',
      );
    const call = (body: Buffer) =>
      rawRequest(site.url, '/wp-admin/admin-ajax.php', {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body,
      });
    expect([(await call(parts('Ren\xe9'))).status, (await call(parts('rene'))).status]).toEqual([400, 200]);
    expect(
      await site.database.read.selectFrom('comment').select('id').where('post_id', '=', article).execute(),
    ).toEqual([]);
    // U+FFFD, the replacement character, is a character itself and is accepted.
    const fine = await post(
      '/wp-comments-post.php',
      { comment_post_ID: String(article), comment: 'A \ufffd sign' },
      { cookie },
    );
    const unescaped = await rawRequest(site.url, '/wp-comments-post.php', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      body: `comment_post_ID=${article}&comment=Another \ufffd é`,
    });
    const stored = await site.database.read
      .selectFrom('comment')
      .select('content')
      .where('post_id', '=', article)
      .orderBy('id')
      .execute();
    expect([fine.status, unescaped.status, stored]).toEqual([
      302,
      302,
      [{ content: 'A \ufffd sign' }, { content: 'Another \ufffd é' }],
    ]);
  });

  test('a thousand addresses get no more tries on one account than a single address, and another user still logs in', async () => {
    now += 24 * 3_600_000;
    const statuses: number[] = [];
    const many = 1000;
    for (let n = 0; n < many; n++) {
      const from = { 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` };
      statuses.push((await signIn(from, 'victim', `guess ${n}`)).status);
    }
    expect([
      statuses.filter((status) => status === 400).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([10, many - 10]);
    expect((await signIn({ 'x-forwarded-for': '198.51.100.7' }, 'bystander')).status).toBe(303);
    now += 3_600_000;
    expect((await signIn({ 'x-forwarded-for': '198.51.100.8' })).status).toBe(303);
  });

  test('dialog calls share the limits of their pages, and exceeding them returns a status', async () => {
    now += 24 * 3_600_000;
    const from = { 'x-forwarded-for': '198.51.100.30' };
    const replies = [];
    for (let n = 0; n < 31; n++) {
      replies.push(await post('/wp-login.php', { log: '' }, from));
      replies.push(
        await post('/wp-admin/admin-ajax.php', { action: 'broadsheet_second_step', code: '' }, from),
      );
    }
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 30 }, () => [400, 200]).flat(),
      429,
      429,
    ]);
    const [page, call] = replies.slice(-2);
    expect([
      page?.headers['retry-after'],
      call?.headers['retry-after'],
      JSON.parse(call?.body ?? '{}'),
    ]).toEqual([
      '1',
      '1',
      {
        error: expect.stringMatching(/^Too many attempts/),
        message: '',
        redirect: '',
        fields: [],
      },
    ]);
  });

  test("two logged-in users at one address do not use up each other's forms, nor its visitors theirs", async () => {
    now += 24 * 3_600_000;
    const from = { 'x-forwarded-for': '198.51.100.31' };
    const [one, other] = [
      cookiesOf(await signIn(from)).join('; '),
      cookiesOf(await signIn(from, 'bystander')).join('; '),
    ];
    for (const [form, fields, most] of [
      ['/wp-login.php', { log: '' }, 60],
      ['/wp-admin/admin-ajax.php', { action: 'broadsheet_second_step', code: '' }, 60],
      ['/wp-login.php?action=postpass', { post_password: 'x' }, 20],
    ] as const) {
      const send = async (cookie: string) => (await post(form, fields, { ...from, cookie })).status;
      const statuses = [];
      for (let n = 0; n <= most; n++) statuses.push(await send(one));
      expect([form, statuses.indexOf(429), await send(other), await send('')]).not.toContain(429);
      expect([form, statuses.indexOf(429)]).toEqual([form, most]);
      now += 3_600_000;
    }
  });

  test('addresses trying a password on many accounts at once don’t block a known browser or a quiet address', async () => {
    now += 24 * 3_600_000;
    const { headers } = await signIn({ 'x-forwarded-for': '198.51.100.20' });
    const device =
      [headers['set-cookie'] ?? []]
        .flat()
        .map((cookie) => cookie.split(';')[0] ?? '')
        .find((one) => one.startsWith('broadsheet_device=')) ?? '';
    const over = new AbortController();
    const statuses = new Set<number>();
    const attacks = Array.from({ length: 30 }, async (_, n) => {
      const from = { 'x-forwarded-for': `203.0.113.${n}` };
      for (let round = 0; !over.signal.aborted; round++)
        statuses.add((await signIn(from, `name ${n} ${round}`, 'Spring2026')).status);
    });
    // Excess requests are refused before anything is hashed.
    await expect.poll(() => statuses.has(429)).toBe(true);
    expect((await signIn({ cookie: device, 'x-forwarded-for': '203.0.113.1' })).status).toBe(303);
    await expect
      .poll(async () => (await signIn({ 'x-forwarded-for': '198.51.100.21' }, 'bystander')).status, {
        timeout: 60_000,
      })
      .toBe(303);
    over.abort();
    await Promise.all(attacks);
    expect([...statuses].toSorted()).toEqual([400, 429]);
  });

  test('without a mail server, links to confirm are shown to administrators only, not to users who could misuse them', async () => {
    now += 24 * 3_600_000;
    await site.database.write((tx) =>
      saveSettings(tx, { users_can_register: true, confirm_registration: true }),
    );
    const typed = {
      user_login: 'patient',
      user_email: 'patient@mail.example',
      pass1: password,
      pass2: password,
    };
    const registered = await post('/wp-login.php?action=register', typed);
    expect([
      registered.status,
      registered.body.includes('the site administrator has to approve your account'),
      registered.body.includes('key='),
    ]).toEqual([200, true, false]);
    const [chief, author] = [await site.signIn(boss), await site.signIn(victim)];
    const rest = async (method: string, path: string, { cookie, nonce } = chief) => {
      const reply = await rawRequest(site.url, `/wp-json/broadsheet/v1/${path}`, {
        method,
        headers: { cookie, 'x-wp-nonce': nonce },
      });
      return { status: reply.status, json: JSON.parse(reply.body) as unknown };
    };
    const sendRequest = async (who: typeof chief, email: string) => {
      const { body } = await rawRequest(site.url, '/wp-admin/profile.php?forms', {
        headers: { cookie: who.cookie },
      });
      const nonce = /name="_wpnonce" value="([^"]*)"/.exec(body)?.[1] ?? '';
      return post(
        '/wp-admin/profile.php',
        { section: 'email', email, current: password, _wpnonce: nonce },
        { cookie: who.cookie },
      );
    };
    expect(
      (await rawRequest(site.url, '/wp-admin/profile.php?forms', { headers: { cookie: author.cookie } }))
        .body,
    ).not.toContain('A confirmation link is sent to the new address');
    expect((await sendRequest(author, 'mine@mail.example')).headers.location).toBe(
      '/wp-admin/profile.php?forms&done=account_email_waits',
    );
    expect((await rest('GET', 'confirmations', author)).status).toBe(403);
    const waiting = (await rest('GET', 'confirmations')).json as {
      id: string;
      kind: string;
      username: string;
      email: string;
    }[];
    expect(waiting.map(({ kind, username, email }) => [kind, username, email])).toEqual(
      expect.arrayContaining([
        ['registration', 'patient', 'patient@mail.example'],
        ['email', 'victim', 'mine@mail.example'],
      ]),
    );
    expect(JSON.stringify(waiting)).not.toContain('argon2');
    for (const { id } of waiting.filter(({ username }) => ['patient', 'victim'].includes(username))) {
      const { id: renewed, link } = (await rest('POST', `confirmations/${id}`)).json as {
        id: string;
        link: string;
      };
      expect(JSON.stringify((await rest('GET', 'confirmations')).json)).toContain(renewed);
      expect(
        (await post('/wp-login.php?action=confirm', { key: new URL(link).searchParams.get('key') ?? '' }))
          .status,
      ).toBeLessThan(400);
      expect((await rest('POST', `confirmations/${id}`)).status).toBe(404);
    }
    expect([
      (await findUserByLogin(site.database.read, 'patient'))?.email,
      (await findUser(site.database.read, victim))?.email,
    ]).toEqual(['patient@mail.example', 'mine@mail.example']);
    // An administrator may set any address, and gets the link at once.
    const handed = await sendRequest(chief, 'chief@mail.example');
    expect([handed.status, handed.body.includes('action=confirm&amp;key=')]).toEqual([200, true]);
    // Password links over REST.
    const { status, json } = await rest('POST', `users/${victim}/link`);
    expect([status, json]).toEqual([
      201,
      { link: expect.stringContaining('action=rp&key='), mailed_to: null },
    ]);
    expect((await rest('POST', `users/${victim}/link?kind=invitation`)).status).toBe(409);
    expect((await rest('POST', 'users/999999/link')).status).toBe(404);
    // All data about a user, and its deletion.
    const patient = (await findUserByLogin(site.database.read, 'patient'))?.id ?? 0;
    const data = await rest('GET', `users/${patient}/personal-data`);
    expect([data.json, JSON.stringify(data.json).includes('argon2')]).toEqual([
      expect.objectContaining({
        account: expect.objectContaining({ login: 'patient', email: 'patient@mail.example' }),
        comments: [],
        posts: [],
      }),
      false,
    ]);
    expect((await rest('DELETE', `users/${patient}/personal-data`)).json).toEqual({
      deleted: true,
      comments: 0,
    });
    expect(await findUser(site.database.read, patient)).toBeUndefined();
  });

  test('[AUTH-09] without a mail server a password request says so, whether or not the account exists', async () => {
    const noMail = 'This site does not send email. Ask the site administrator for a new password.';
    const page = '/wp-login.php?action=lostpassword';
    const text = ({ body }: RawReply) => /<section class="account"[^]*?<\/section>/.exec(body)?.[0] ?? '';
    const html = text(await rawRequest(site.url, page, {}));
    expect([
      html.includes(noMail),
      html.includes('You will receive an email'),
      html.includes('name="user_login"'),
    ]).toEqual([true, false, true]);
    const headers = { 'x-forwarded-for': '203.0.113.201' };
    for (const name of ['nobody', 'a@@b', 'x@y.example']) {
      const refused = await post(page, { user_login: name }, headers);
      expect([name, refused.status, text(refused)]).toEqual([
        name,
        400,
        expect.stringContaining('Email or username incorrect!'),
      ]);
      const called = await post(
        '/wp-admin/admin-ajax.php',
        { action: 'td_mod_remember_pass', forgot_email: name },
        headers,
      );
      expect(JSON.parse(called.body)).toMatchObject({ error: 'Email or username incorrect!' });
    }
    const known = await post(page, { user_login: 'victim' }, headers);
    expect([known.status, text(known).split(noMail).length]).toEqual([400, 2]);
  });

  test('keys of links and sessions that are guessed, cut, lengthened or of another purpose open nothing', async () => {
    now += 24 * 3_600_000;
    const key = await site.database.write((tx) => createToken(tx, { kind: 'password', userId: victim }, now));
    const email = await site.database.write((tx) =>
      createToken(tx, { kind: 'email', userId: victim, data: { email: 'x@mail.example' } }, now),
    );
    const session =
      (await site.signIn(victim)).cookie.split('; ').find((one) => one.startsWith('wordpress_logged_in_')) ??
      '';
    const [name = '', value = ''] = session.split('=');
    const before = await dumpTables(site.database);
    const random = seededRandom(16);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const made = (length: number) =>
      Array.from({ length }, () => letters.charAt(Math.floor(random() * 64))).join('');
    const other = (letter: string) => (letter === 'A' ? 'B' : 'A');
    const keys = [
      ...Array.from({ length: 20 }, () => made(32)),
      key.slice(1),
      `${key}A`,
      `${other(key.charAt(0))}${key.slice(1)}`,
      key.toUpperCase(),
      `${key}\0`,
      email,
      '%',
      '',
      `' or '1'='1`,
      '_'.repeat(32),
      'x'.repeat(5000),
    ];
    // The form stores the key in a cookie.
    const [held = ''] = cookiesOf(await rawRequest(site.url, `/wp-login.php?action=rp&key=${key}`));
    expect(held).toContain(key);
    const choose = (guess: string, headers: Record<string, string>) =>
      post(
        '/wp-login.php?action=rp',
        { pass1: 'another horse 2', pass2: 'another horse 2' },
        {
          ...headers,
          cookie: held.replace(key, encodeURIComponent(guess)),
        },
      );
    for (const [n, guess] of keys.entries()) {
      const from = { 'x-forwarded-for': `198.18.0.${n}` };
      const reply = await choose(guess, from);
      expect([guess, reply.status]).toEqual([guess, 400]);
    }
    const forgeries = [
      made(value.length),
      value.slice(0, -1),
      `${value}A`,
      `${other(value.charAt(0))}${value.slice(1)}`,
      '',
    ];
    for (const forged of forgeries.map((one) => `${name}=${one}`)) {
      expect([forged, await isIn(forged)]).toEqual([forged, false]);
    }
    expect(await isIn(session)).toBe(true);
    expect(await dumpTables(site.database)).toEqual(before);
    expect((await choose(key, {})).status).toBeLessThan(400);
    expect([await isIn(session), (await signIn({}, 'victim', 'another horse 2')).status]).toEqual([
      false,
      303,
    ]);
  });

  test('each key works only for its own purpose, and no variation of it works', async () => {
    now += 24 * 3_600_000;
    await site.database.write((tx) =>
      saveSettings(tx, { users_can_register: true, confirm_registration: true }),
    );
    const { encoded } = await hashPassword(password);
    const draft = await site.database.write((tx) => makePost(tx, { status: 'draft', title: 'Xylophage' }));
    const data: Record<string, Record<string, string>> = {
      password: {},
      invitation: {},
      email: { email: 'y@mail.example' },
      registration: { login: 'newcomer9', email: 'n9@mail.example', password: encoded },
      'second-step': { lastsMs: '1000' },
    };
    const keys = new Map<string, string>();
    for (const kind of ['password', 'invitation', 'email', 'registration', 'second-step'] as const) {
      const userId = kind === 'registration' ? 0 : victim;
      keys.set(
        kind,
        await site.database.write((tx) => createToken(tx, { kind, userId, data: data[kind] ?? {} }, now)),
      );
    }
    keys.set('share', await site.database.write((tx) => createShare(tx, draft, boss)));
    keys.set(
      'program',
      (
        await site.database.write((tx) =>
          writeApplicationPassword(tx, { userId: victim, name: 'Phone', appId: '' }),
        )
      ).password,
    );
    const [code = ''] = await site.database.write((tx) => writeRecoveryCodes(tx, victim));
    keys.set('recovery', code);
    keys.set('session', (await site.signIn(victim)).cookie.split(/[=;|]/)[1] ?? '');
    /** Actions that a key allows, their purposes, and the refusal's text. */
    const doors: Record<
      string,
      [string[], (key: string, headers: Record<string, string>) => Promise<RawReply>, number[]]
    > = {
      'a new password': [
        ['password', 'invitation'],
        (key, headers) =>
          post(
            '/wp-login.php?action=rp',
            { pass1: 'another horse 2', pass2: 'another horse 2' },
            {
              ...headers,
              cookie: `wp-resetpass-broadsheet=${encodeURIComponent(key)}`,
            },
          ),
        [400],
      ],
      'a confirmation': [
        ['email', 'registration'],
        (key, headers) => post('/wp-login.php?action=confirm', { key }, headers),
        [400],
      ],
      'a second step': [
        ['second-step'],
        (key, headers) =>
          post(
            '/wp-login.php?action=second-step',
            { code },
            { ...headers, cookie: `broadsheet_second_step=${encodeURIComponent(key)}` },
          ),
        [303],
      ],
      'a draft': [
        ['share'],
        (key, headers) =>
          rawRequest(site.url, `/?p=${draft}&preview=true&share_key=${encodeURIComponent(key)}`, { headers }),
        [404],
      ],
      'a program': [
        ['program'],
        (key, headers) =>
          rawRequest(site.url, '/wp-json/wp/v2/users/me', {
            headers: {
              ...headers,
              authorization: `Basic ${Buffer.from(`victim:${key}`).toString('base64')}`,
            },
          }),
        [401, 429],
      ],
      'a log-in': [[], (key, headers) => post('/wp-login.php', { log: 'victim', pwd: key }, headers), [400]],
    };
    const before = await dumpTables(site.database, accountTables);
    const swapped = (key: string) =>
      key.replaceAll(/[a-z]/gi, (letter) =>
        letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
      );
    let callers = 0;
    for (const [door, [own, open, refused]] of Object.entries(doors)) {
      const like = own
        .map((kind) => keys.get(kind) ?? '')
        .flatMap((key) => [key.slice(1), `${key}A`, swapped(key), key.split('').toReversed().join('')]);
      for (const key of [
        ...[...keys].filter(([kind]) => !own.includes(kind)).map(([, other]) => other),
        ...like,
        'A'.repeat(32),
        '%00',
        '',
      ]) {
        now += 3_600_000 / 60;
        const reply = await open(key, { 'x-forwarded-for': `198.20.${callers >> 8}.${callers++ & 255}` });
        const opened =
          cookiesOf(reply).some((cookie) => cookie.includes('logged_in')) || reply.body.includes('Xylophage');
        expect([door, key, refused.includes(reply.status), opened]).toEqual([door, key, true, false]);
      }
    }
    expect(await dumpTables(site.database, accountTables)).toEqual(before);
    // Each works for its own purpose.
    const from = { 'x-forwarded-for': '198.20.9.9' };
    expect((await doors['a draft']?.[1](keys.get('share') ?? '', from))?.body.includes('Xylophage')).toBe(
      true,
    );
    expect((await doors['a program']?.[1](keys.get('program') ?? '', from))?.status).toBe(200);
    for (const kind of ['registration', 'email']) {
      const reply = await doors['a confirmation']?.[1](keys.get(kind) ?? '', from);
      expect([kind, Number(reply?.status) < 400]).toEqual([kind, true]);
    }
    expect((await findUserByLogin(site.database.read, 'newcomer9'))?.roles).toEqual(['subscriber']);
    expect((await findUser(site.database.read, victim))?.email).toBe('y@mail.example');
  });

  test('form fields that no form has grant no capabilities', async () => {
    now += 24 * 3_600_000;
    await site.database.write((tx) =>
      saveSettings(tx, { users_can_register: true, confirm_registration: false }),
    );
    const more = {
      role: 'administrator',
      roles: 'administrator',
      'roles[]': 'administrator',
      user_level: '10',
      capabilities: 'manage_options',
      wp_capabilities: 'x',
      id: String(boss),
      ID: String(boss),
      user_id: String(boss),
      constructor: 'x',
    };
    await post('/wp-login.php?action=register', {
      user_login: 'newcomer',
      user_email: 'new@mail.example',
      pass1: password,
      pass2: password,
      ...more,
    });
    const newcomer = await findUserByLogin(site.database.read, 'newcomer');
    expect(newcomer?.roles).toEqual(['subscriber']);
    expect(newcomer?.id).not.toBe(boss);
    const bossBefore = await findUser(site.database.read, boss);
    const { cookie, nonce } = await site.signIn(victim);
    const { body } = await rawRequest(site.url, '/wp-admin/profile.php?forms', { headers: { cookie } });
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
    const about = {
      section: 'about',
      displayName: 'Somebody',
      url: '',
      bio: '',
      _wpnonce: hidden('_wpnonce'),
      revision: hidden('revision'),
    };
    await post('/wp-admin/profile.php', { ...more, ...about }, { cookie });
    expect((await findUser(site.database.read, victim))?.displayName).toBe('Somebody');
    const sent = JSON.stringify({
      name: 'Me',
      id: boss,
      capabilities: ['manage_options'],
      roles_: ['administrator'],
      author: boss,
      ID: boss,
    });
    const headers = { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' };
    expect(
      (await rawRequest(site.url, '/wp-json/wp/v2/users/me', { method: 'POST', headers, body: sent })).status,
    ).toBe(200);
    expect([
      (await findUser(site.database.read, victim))?.roles,
      await findUser(site.database.read, boss),
    ]).toEqual([['author'], bossBefore]);
  });
});
