import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createToken } from '../../src/modules/accounts/account-token.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { findPersonalFields } from '../../src/modules/users/user-fields.ts';
import { findUserByLogin } from '../../src/modules/users/reader.ts';
import { createUser, deleteUser, updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { accountTables, dumpTables } from '../harness/dump-tables.ts';
import { makeUser } from '../harness/factories.ts';
import { startMailServer } from '../harness/mail-server.ts';
import type { MailServer } from '../harness/mail-server.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { RawReply, ServedSite } from '../harness/served-site.ts';

const form = 'application/x-www-form-urlencoded';
const password = 'correct horse 1';

const cookiesOf = ({ headers }: RawReply) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const noticeIn = ({ body }: RawReply) => /<p class="account-notice[^>]*>([^<]*)</.exec(body)?.[1] ?? '';

onDrawnDatabase('accounts', (_get, place) => {
  let site: ServedSite;
  let mail: MailServer;
  let now = Date.UTC(2026, 10, 22);
  const ids = new Map<string, number>();
  const sendTo = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    rawRequest(site.url, path, {
      method: 'POST',
      headers: { 'content-type': form, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const post = (action: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    sendTo(`/wp-login.php?action=${action}`, fields, headers);
  const get = (path: string, cookie = '') =>
    rawRequest(site.url, path, cookie === '' ? {} : { headers: { cookie } });
  const sessions = async () =>
    (await site.database.read.selectFrom('session').select('user_id').execute()).map(({ user_id: id }) => id);
  /** The key of the link in the latest mail. */
  const mailedKey = () =>
    /[?&]key=([\w-]+)/.exec(mail.mails.at(-1)?.text.replace(/=\r?\n/g, '') ?? '')?.[1] ?? '';

  beforeAll(async () => {
    mail = await startMailServer();
    site = await serveSite(place(), { smtpUrl: mail.url }, { now: () => now });
    const hash = await hashPassword(password);
    await site.database.write(async (tx) => {
      for (const [login, roles] of [
        ['chief', ['editor']],
        ['reader', ['subscriber']],
        ['imported', ['author']],
      ] as const) {
        ids.set(
          login,
          await makeUser(tx, { login, email: `${login}@mail.example`, roles, displayName: `The ${login}` }),
        );
      }
      for (const login of ['chief', 'reader']) await updateUser(tx, ids.get(login) ?? 0, { password: hash });
    });
  });
  beforeEach(() => {
    now += 24 * 3_600_000;
    mail.mails.length = 0;
  });
  afterAll(async () => {
    await site.close();
    await mail.close();
  });

  test('[AUTH-02] [ROUTE-12] [IMP-09] the form signs in without scripts, and leads to where one was going', async () => {
    const away = await get('/wp-admin/?page=x');
    expect([away.status, away.headers.location]).toEqual([
      302,
      '/wp-login.php?redirect_to=%2Fwp-admin%2F%3Fpage%3Dx&reauth=1',
    ]);
    const page = await get(String(away.headers.location));
    expect([
      page.status,
      page.headers['cache-control'],
      page.body.includes('name="log"'),
      page.body.includes('value="/wp-admin/?page=x"'),
    ]).toEqual([200, 'no-store', true, true]);
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const reply = await post(
      'login',
      { log: 'chief', pwd: password, redirect_to: '/wp-admin/?page=x' },
      { origin: site.url },
    );
    expect([reply.status, reply.headers.location]).toEqual([303, '/wp-admin/?page=x']);
    const [own = ''] = [reply.headers['set-cookie'] ?? []].flat();
    expect(own).toMatch(/^wordpress_logged_in_[0-9a-f]{32}=.*; Path=\/; SameSite=Lax; Expires=.*; HttpOnly$/);
    const cookie = cookiesOf(reply);
    const front = await get('/', cookie);
    expect([front.status, front.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect((await get('/wp-login.php', cookie)).headers.location).toBe('/wp-admin/');
    expect((await get('/wp-admin/', cookie)).headers.location).toBeUndefined();
  });

  test('[AUTH-10] a wrong password and an account that is not there get one answer', async () => {
    for (const name of [
      'chief',
      'CHIEF@mail.example',
      'imported',
      'nobody',
      "' or 1=1 --",
      'chief\0',
      '<script>alert(1)</script>',
    ]) {
      const reply = await post('login', { log: name, pwd: 'wrong' });
      expect([name, reply.status, noticeIn(reply), reply.headers['set-cookie']]).toEqual([
        name,
        400,
        'User or password incorrect!',
        undefined,
      ]);
      expect(reply.body).not.toContain('<script>alert');
    }
    for (const name of ['Chief', ' chief ', 'chief@MAIL.example'])
      expect((await post('login', { log: name, pwd: password })).status).toBe(303);
  });

  test('[IMP-23] nothing redirects to another site, and no form of another site is accepted', async () => {
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect([
        to,
        (await post('login', { log: 'reader', pwd: password, redirect_to: to })).headers.location,
      ]).toEqual([to, '/wp-admin/profile.php']);
    }
    const before = (await sessions()).length;
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of others) {
      for (const action of ['login', 'register', 'lostpassword', 'logout']) {
        expect([
          action,
          (await post(action, { log: 'reader', pwd: password, user_login: 'reader' }, headers)).status,
        ]).toEqual([action, 403]);
      }
      const call = await ajax(
        site.url,
        { action: 'td_mod_login', login_email: 'reader', login_pass: password },
        headers,
      );
      expect((JSON.parse(call.body) as { error: string }).error).toContain('another site');
    }
    expect([(await sessions()).length, mail.mails.length]).toEqual([before, 0]);
  });

  test('[IMP-09] a session lasts two days, or two weeks; each log-in has its own token, and logging out ends only that', async () => {
    const cookie = cookiesOf(
      await post('login', { log: 'reader', pwd: password }, { cookie: 'wordpress_logged_in_x=fixed' }),
    );
    const usual = await post('login', { log: 'reader', pwd: password });
    const other = await post('login', { log: 'reader', pwd: password, rememberme: 'forever' });
    const end = ({ headers }: RawReply) =>
      Date.parse(/Expires=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '');
    const days = (reply: RawReply) => Math.round((end(reply) - Date.now()) / 86_400_000);
    expect([days(usual), days(other), cookie.split('; ')[0] === cookiesOf(other).split('; ')[0]]).toEqual([
      2,
      14,
      false,
    ]);
    // A form within a post comes from this site, too, but has no nonce, so it asks.
    const requested = [
      await get('/wp-login.php?action=logout', cookie),
      await post('logout', { redirect_to: '/a/' }, { cookie }),
    ];
    for (const { status, body } of requested)
      expect([status, body.includes('Do you want to log out?')]).toEqual([200, true]);
    const [, nonce = ''] = /name="_wpnonce" value="([^"]+)"/.exec(requested[1]?.body ?? '') ?? [];
    expect(requested[1]?.body).toContain('name="redirect_to" value="/a/"');
    const out = await post('logout', { _wpnonce: nonce }, { cookie });
    expect([
      out.status,
      out.headers.location,
      String(out.headers['set-cookie']).includes('Max-Age=0'),
    ]).toEqual([303, '/wp-login.php?loggedout=true', true]);
    expect((await get('/wp-admin/profile.php', cookie)).headers.location).toMatch(/^\/wp-login\.php/);
    expect((await get('/wp-login.php', cookiesOf(other))).status).toBe(302);
  });

  test('[AUTH-09] [IMP-09] a lost password: a link by mail that is good once, for an hour, and ends every session', async () => {
    for (const name of ['nobody', 'a@@b', 'x@y.example'])
      expect(noticeIn(await post('lostpassword', { user_login: name }))).toBe('Email or username incorrect!');
    const cookie = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    expect(noticeIn(await post('lostpassword', { user_login: 'Reader@mail.example' }))).toContain(
      'Check your email',
    );
    await expect.poll(() => mail.mails.length).toBe(1);
    expect([mail.mails[0]?.to, mail.mails[0]?.text.includes('Your username: reader')]).toEqual([
      ['reader@mail.example'],
      true,
    ]);
    const key = mailedKey();
    // A redirect removes the key from the address.
    const opened = await get(`/wp-login.php?action=rp&key=${key}`);
    expect([opened.status, opened.headers.location]).toEqual([302, '/wp-login.php?action=rp']);
    const held = cookiesOf(opened);
    expect((await get('/wp-login.php?action=rp', held)).body).toContain('name="pass1"');
    const chosen = 'another horse 2';
    const faults = [
      ['', '', 'Pass empty!'],
      ['abc', 'abc', 'Invalid Pass Pattern!'],
      [chosen, 'x', 'Retyped Pass incorrect!'],
    ] as const;
    for (const [pass1, pass2, message] of faults) {
      expect(noticeIn(await post('rp', { pass1, pass2 }, { cookie: held }))).toBe(message);
    }
    const both = await Promise.all(
      [1, 2].map(() => post('rp', { pass1: chosen, pass2: chosen }, { cookie: held })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    expect((await get('/wp-admin/profile.php', cookie)).headers.location).toMatch(/^\/wp-login\.php/);
    expect((await post('login', { log: 'reader', pwd: password })).status).toBe(400);
    expect((await post('login', { log: 'reader', pwd: chosen })).status).toBe(303);
    expect(noticeIn(await get('/wp-login.php?action=rp', held))).toContain('This link has expired');
    for (const bad of ['', 'x', key, `${key}x`, "' or 1=1", '%00'.repeat(20), 'A'.repeat(5000)]) {
      now += 3_600_000;
      expect(
        (
          await post(
            'rp',
            { pass1: chosen, pass2: chosen },
            { cookie: `wp-resetpass-broadsheet=${encodeURIComponent(bad)}` },
          )
        ).status,
      ).toBe(400);
    }
    await site.database.write(async (tx) =>
      updateUser(tx, ids.get('reader') ?? 0, { password: await hashPassword(password) }),
    );
    // At most five mails per account, whatever the source.
    now += 24 * 3_600_000;
    const flood: number[] = [];
    for (let n = 0; n < 7; n++)
      flood.push(
        (await post('lostpassword', { user_login: n % 2 ? 'reader' : 'READER@mail.example' })).status,
      );
    expect([flood, (await post('lostpassword', { user_login: 'chief' })).status]).toEqual([
      [200, 200, 200, 200, 200, 429, 429],
      200,
    ]);
  });

  test('[AUTH-01] [AUTH-06] [IMP-09] registration is closed until the setting opens it, and takes nothing that is no account', async () => {
    const good = {
      user_login: 'newcomer',
      user_email: 'newcomer@mail.example',
      pass1: password,
      pass2: password,
    };
    expect([
      (await get('/wp-login.php?action=register')).status,
      (await post('register', good)).status,
    ]).toEqual([403, 403]);
    await site.database.write((tx) =>
      saveSettings(tx, { users_can_register: true, confirm_registration: false }),
    );
    await expect.poll(async () => (await get('/wp-login.php?action=register')).status).toBe(200);
    // Short messages: the naming rules are next to the field.
    expect((await get('/wp-login.php?action=register')).body).toContain(
      'Letters a to z, digits, spaces and _ . @ -, with a letter',
    );
    const faults: [Record<string, string>, string][] = [
      [{ user_login: ' ' }, 'Email or username empty!'],
      [{ user_email: '' }, 'Email or username empty!'],
      [{ user_login: 'аdmin' }, 'Username incorrect!'],
      [{ user_login: 'x'.repeat(61) }, 'Username incorrect!'],
      [{ user_email: 'a@b' }, 'Email incorrect!'],
      [{ pass1: '' }, 'Pass empty!'],
      [{ pass1: 'abc' }, 'Invalid Pass Pattern!'],
      [{ pass2: 'other' }, 'Retyped Pass incorrect!'],
      [{ user_login: 'CHIEF' }, 'This username is already taken. Choose another one.'],
      // An email address as a user name: of another user, or of a future one.
      [{ user_login: 'chief@mail.example' }, 'Username incorrect!'],
      [{ user_login: 'Next.Chief@mail.example' }, 'Username incorrect!'],
      [
        { user_email: 'Chief@mail.example' },
        'This email address is already registered. Log in with it, or request a new password.',
      ],
    ];
    for (const [change, message] of faults) {
      const reply = await post('register', { ...good, ...change });
      expect([change, reply.status, noticeIn(reply)]).toEqual([change, 400, message]);
      expect(reply.body).not.toContain(password);
    }
    expect((await post('register', { ...good, user_url: 'https://spam.example' })).status).toBe(403);
    const made = await post('register', {
      ...good,
      role: 'administrator',
      roles: 'administrator',
      id: '1',
      capabilities: 'manage_options',
    });
    expect([made.status, made.headers.location]).toEqual([303, '/wp-login.php?registered=true']);
    const user = await findUserByLogin(site.database.read, 'newcomer');
    expect([user?.roles, user?.email, user?.displayName]).toEqual([
      ['subscriber'],
      'newcomer@mail.example',
      'Member',
    ]);
    expect(user?.slug).toBe('member'); // the public slug differs from the log-in name
    await post('register', {
      ...good,
      user_login: 'named',
      user_email: 'named@mail.example',
      display_name: ' Nam <b>Ed</b> ',
    });
    expect(await findUserByLogin(site.database.read, 'named')).toMatchObject({
      displayName: 'Nam Ed',
      slug: 'nam-ed',
    });
    expect((await post('login', { log: 'newcomer', pwd: password })).status).toBe(303);
  });

  test('registrations that are to be confirmed are accounts once the mailed link was opened, and sent', async () => {
    const german = { translation_mail_login: 'Du bist %s.' };
    await site.database.write((tx) =>
      saveSettings(tx, { users_can_register: true, confirm_registration: true, ...german }),
    );
    const typed = {
      user_login: 'later',
      user_email: 'later@mail.example',
      display_name: 'Lat Er',
      pass1: password,
      pass2: password,
    };
    await expect.poll(async () => noticeIn(await post('register', typed))).toContain('check your email');
    await expect.poll(() => mail.mails.length).toBeGreaterThan(0);
    expect(await findUserByLogin(site.database.read, 'later')).toBeUndefined();
    const key = mailedKey();
    expect(mail.mails.at(-1)?.text).toContain('Du bist later.');
    // Mail scanners open links, so the page shows a form that explains the change and waits for a click.
    const confirmPage = await get(`/wp-login.php?action=confirm&key=${key}`);
    const isolated =
      '“<bdi dir="ltr">later</bdi>” with the email address <bdi dir="ltr">later@mail.example</bdi>?'; // other writing systems may surround them
    expect([confirmPage.status, confirmPage.body.includes(`Create the account ${isolated}`)]).toEqual([
      200,
      true,
    ]);
    expect((await get('/wp-login.php?action=confirm&key=x')).status).toBe(400);
    expect(await findUserByLogin(site.database.read, 'later')).toBeUndefined();
    expect((await post('confirm', { key })).headers.location).toBe('/wp-login.php?registered=true');
    expect(await findUserByLogin(site.database.read, 'later')).toMatchObject({
      roles: ['subscriber'],
      displayName: 'Lat Er',
    });
    expect([
      (await post('confirm', { key })).status,
      (await post('confirm', { key: 'x' })).status,
      (await post('confirm', {})).status,
    ]).toEqual([400, 400, 400]);
    for (let n = 0; n < 10; n++) await post('confirm', { key: `${n}` });
    expect((await post('confirm', { key: 'x' })).status).toBe(429);
  });

  test('after registering twice one link creates the account, and the other is void, even once that is deleted', async () => {
    const typed = { user_login: 'twice', user_email: 'twice@mail.example', pass1: password, pass2: password };
    const keys: string[] = [];
    for (const [at, login] of ['twice', 'twice', 'another'].entries()) {
      await post('register', { ...typed, user_login: login, user_email: `${login}@mail.example` });
      await expect.poll(() => mail.mails.length).toBe(at + 1);
      keys.push(mailedKey());
    }
    const [first = '', second = '', another = ''] = keys;
    expect((await post('confirm', { key: second })).status).toBe(303);
    expect((await post('confirm', { key: first })).status).toBe(400);
    await site.database.write(async (tx) => deleteUser(tx, (await findUserByLogin(tx.db, 'twice'))?.id ?? 0));
    expect([
      (await post('confirm', { key: first })).status,
      await findUserByLogin(site.database.read, 'twice'),
    ]).toEqual([400, undefined]);
    expect((await post('confirm', { key: another })).status).toBe(303);
  });

  test('an invited user sees the account’s user name and sets the display name, which is required if it is empty', async () => {
    const [nobody = '', imported = '', byLogin = ''] = await site.database.write(async (tx) => {
      const nameless = await createUser(tx, {
        login: 'fresh',
        email: 'fresh@mail.example',
        roles: ['author'],
      });
      const sameName = await createUser(tx, {
        login: 'told',
        email: 'told@mail.example',
        displayName: 'told',
        roles: ['author'],
      });
      return Promise.all(
        [nameless, ids.get('imported') ?? 0, sameName].map((userId) =>
          createToken(tx, { kind: 'invitation', userId }),
        ),
      );
    });
    const lost = await site.database.write((tx) =>
      createToken(tx, { kind: 'password', userId: ids.get('reader') ?? 0 }),
    );
    const named = async () =>
      (
        await Promise.all(['imported', 'reader'].map((login) => findUserByLogin(site.database.read, login)))
      ).map((user) => [user?.displayName, user?.slug]);
    const before = await named();
    const held = (key: string) => `wp-resetpass-broadsheet=${key}`;
    const page = async (key: string) => {
      const { body } = await get('/wp-login.php?action=rp', held(key));
      const whose = /For the account “<bdi dir="ltr">([^”]*)<\/bdi>”/.exec(body)?.[1];
      return [whose, /<input[^>]*name="display_name"[^>]*>/.exec(body)?.[0].match(/value="([^"]*)"/)?.[1]];
    };
    expect([await page(nobody), await page(imported), await page(lost)]).toEqual([
      ['fresh', ''],
      ['imported', 'The imported'],
      ['reader', undefined],
    ]);
    expect(await page(byLogin)).toEqual(['told', '']);
    const choose = (key: string, more: Record<string, string>) =>
      post('rp', { pass1: password, pass2: password, ...more }, { cookie: held(key) });
    for (const unseen of [' <i></i> ', '\u200b\u2066']) {
      const refused = await choose(nobody, { display_name: unseen });
      expect([refused.status, noticeIn(refused)]).toEqual([400, 'Enter a display name.']);
    }
    expect((await choose(nobody, { display_name: 'Fre <b>Sh</b>' })).status).toBe(303);
    // An existing name and slug stay unchanged; a password link changes neither.
    expect([
      (await choose(imported, { display_name: '' })).status,
      (await choose(lost, { display_name: 'Mallory' })).status,
    ]).toEqual([303, 303]);
    expect(await findUserByLogin(site.database.read, 'fresh')).toMatchObject({
      displayName: 'Fre Sh',
      slug: 'fre-sh',
    });
    expect(await named()).toEqual(before);
  });

  test('errors are pages for browsers and JSON with our codes for programs', async () => {
    const cookie = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    const answerTo = async (path: string, headers: Record<string, string>, method = 'GET') => {
      const {
        status,
        headers: { 'content-type': type },
        body,
      } = await rawRequest(site.url, path, {
        method,
        headers: { cookie, ...headers },
        ...(method === 'GET' ? {} : { body: '<a/>' }),
      });
      return [
        status,
        type,
        type?.includes('json') ? (JSON.parse(body) as { code: string }).code : body.includes('<h1'),
      ];
    };
    const [html, json] = ['text/html; charset=utf-8', 'application/json; charset=utf-8'];
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const xml = { 'content-type': 'application/xml' };
    expect([
      await answerTo('/wp-admin/none.php', browser),
      await answerTo('/wp-admin/import.php?report', browser),
      await answerTo('/wp-admin/none.php', {}),
      await answerTo('/wp-admin/profile.php', { ...xml, ...browser }, 'POST'),
      await answerTo('/wp-admin/profile.php', xml, 'POST'),
      await answerTo('/wp-admin/admin-ajax.php', { ...xml, ...browser }, 'POST'),
    ]).toEqual([
      [404, html, true],
      [403, html, true],
      [404, json, 'not_found'],
      [415, html, true],
      [415, json, 'unsupported_media_type'],
      [415, json, 'unsupported_media_type'],
    ]);
    const chief = cookiesOf(await post('login', { log: 'chief', pwd: password }));
    const sentence = async (path: string, type: string, body: string) =>
      (
        JSON.parse(
          (
            await rawRequest(site.url, path, {
              method: 'POST',
              headers: { cookie: chief, accept: 'application/json', 'content-type': type },
              body,
            })
          ).body,
        ) as { message: string }
      ).message;
    expect(await sentence('/wp-admin/profile.php', 'application/xml', '<a/>')).toMatch(
      /"application\/xml" is not supported here. Send one of .*x-www-form-urlencoded/,
    );
    for (const path of ['/wp-login.php', '/wp-admin/admin-ajax.php']) {
      expect(await sentence(path, 'application/x-www-form-urlencoded', `a=${'x'.repeat(2 ** 20)}`)).toContain(
        'the maximum is 1024 KB',
      );
    }
  });

  test('[IMP-23] guessing passwords is throttled, without locking out existing sessions', async () => {
    const known =
      cookiesOf(await post('login', { log: 'chief', pwd: password }))
        .split('; ')
        .find((cookie) => cookie.startsWith('broadsheet_device=')) ?? '';
    const guess = async (headers: Record<string, string> = {}) =>
      (await post('login', { log: 'chief', pwd: 'guess' }, headers)).status;
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push(await guess());
    expect([statuses.slice(0, 9).every((status) => status === 400), statuses.at(-1)]).toEqual([true, 429]);
    const refused = await post('login', { log: 'chief', pwd: password });
    expect([refused.status, Number(refused.headers['retry-after']) > 0, noticeIn(refused)]).toEqual([
      429,
      true,
      expect.stringMatching(/^Too many attempts/),
    ]);
    expect((await post('login', { log: 'chief', pwd: password }, { cookie: known })).status).toBe(303);
    expect((await post('login', { log: 'reader', pwd: password })).status).toBe(303);
  });

  test('a new role creates a new token; the old one is valid for a minute more', async () => {
    const cookie = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    await get('/', cookie);
    await site.database.write((tx) => updateUser(tx, ids.get('reader') ?? 0, { roles: ['author'] }));
    let replaced = '';
    await expect.poll(async () => (replaced = cookiesOf(await get('/', cookie)))).not.toBe('');
    expect(replaced.split('; ')[0]).not.toBe(cookie.split('; ')[0]);
    for (const one of [cookie, replaced]) expect((await get('/wp-login.php', one)).status).toBe(302);
    const until = await site.database.read
      .selectFrom('session')
      .select('expires_at')
      .where('user_id', '=', ids.get('reader') ?? 0)
      .execute();
    expect(until.some(({ expires_at: at }) => at <= Date.now() + 60_000)).toBe(true);
    await site.database.write((tx) => updateUser(tx, ids.get('reader') ?? 0, { roles: ['subscriber'] }));
  });

  test('[AUTH-14] [IMP-09] the profile: biography, password, address, and sessions', async () => {
    const cookie = cookiesOf(
      await post(
        'login',
        { log: 'reader', pwd: password },
        { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' },
      ),
    );
    const other = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    const chief = cookiesOf(await post('login', { log: 'chief', pwd: password }));
    const page = await get('/wp-admin/profile.php', cookie);
    expect([page.status, page.headers['cache-control'], page.body.includes('Firefox, Linux')]).toEqual([
      200,
      'private, no-store',
      true,
    ]);
    for (const label of ['Username', 'Display name', 'Website', 'Biography', 'Email', 'New password'])
      expect(page.body).toContain(label);
    const stored = await site.database.read
      .selectFrom('user')
      .selectAll()
      .where('id', '=', ids.get('reader') ?? 0)
      .executeTakeFirstOrThrow();
    const since = new Date(stored.created_at).toISOString().slice(0, 10);
    const shown = page.body.replaceAll('<!-- -->', '');
    expect([
      shown.includes('Role: <b><bdi>Subscriber<'),
      new RegExp(`Member since: <bdi><time[^>]*datetime="${since}`, 'i').test(shown),
      shown.includes('class="avatar'),
      shown.includes('name="portrait"'),
    ]).toEqual([true, true, true, true]);
    // The password is stored only as a hash.
    expect([
      stored.password_hash,
      JSON.stringify(stored).includes(password),
      page.body.includes('argon2'),
    ]).toEqual([expect.stringMatching(/^\$argon2id\$/), false, false]);
    const hidden = (name: string, body = page.body) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '';
    const [nonce, revision] = [hidden('_wpnonce'), hidden('revision')];
    const save = (fields: Record<string, string>, as = cookie, headers: Record<string, string> = {}) =>
      sendTo('/wp-admin/profile.php', { _wpnonce: nonce, revision, ...fields }, { cookie: as, ...headers });
    const names = { firstName: 'Rea', lastName: 'Der', nickname: 'r', locale: 'de_DE' };
    for (const label of ['First name', 'Last name', 'Nickname', 'Language'])
      expect(shown).toMatch(new RegExp(`<label for="profile-\\w+">${label}</label>`));
    const bio = '<script>alert(1)</script><b>Reads</b>';
    const about = {
      section: 'about',
      displayName: 'Rea <b>Der</b>',
      ...names,
      url: 'https://rea.example',
      bio,
    };
    // Cross-site forms, foreign and expired nonces, other users' data.
    expect((await save(about, cookie, { origin: 'https://evil.example' })).status).toBe(403);
    expect([
      (await save(about, other)).status,
      (await save(about, chief)).status,
      (await save({ ...about, _wpnonce: '' })).status,
    ]).toEqual([403, 403, 403]);
    expect((await save({ ...about, section: '__proto__' })).status).toBe(403);
    expect([
      (await save({ ...about, locale: 'klingon' })).status,
      (await save({ ...about, firstName: 'x'.repeat(300) })).status,
    ]).toEqual([400, 400]);
    expect([
      (await save({ ...about, url: 'javascript:alert(1)' })).status,
      (await save({ ...about, displayName: 'x'.repeat(300) })).status,
    ]).toEqual([400, 400]);
    const saved = await save({ ...about, id: '1', roles: 'administrator', login: 'root', userId: '1' });
    expect([
      saved.status,
      saved.headers.location,
      cookiesOf(saved).includes('broadsheet_name=Rea%20Der'),
    ]).toEqual([303, '/wp-admin/profile.php?done=account_saved', true]);
    const user = await findUserByLogin(site.database.read, 'reader');
    expect([user?.displayName, user?.url, user?.bio, user?.roles, user?.email]).toEqual([
      'Rea Der',
      'https://rea.example',
      '<b>Reads</b>',
      ['subscriber'],
      'reader@mail.example',
    ]);
    expect((await findPersonalFields(site.database.read, [user?.id ?? 0])).get(user?.id ?? 0)).toEqual(names);
    const again = await get('/wp-admin/profile.php', cookie);
    expect(again.body).toMatch(/<option value="de_DE" selected="">Deutsch[^<]*</);
    const stale = await save({ ...about, bio: 'Mine, typed at length' });
    expect([
      stale.status,
      noticeIn(stale).startsWith('This was changed elsewhere'),
      stale.body.includes('Mine, typed at length'),
    ]).toEqual([409, true, true]);

    // A new address needs the password, sends a link to it and a notice to the old one.
    expect(noticeIn(await save({ section: 'email', email: 'rea@new.example', current: 'wrong' }))).toBe(
      'The current password is incorrect.',
    );
    expect(noticeIn(await save({ section: 'email', email: 'x', current: password }))).toBe(
      'Email incorrect!',
    );
    expect(
      noticeIn(await save({ section: 'email', email: 'chief@mail.example', current: password })),
    ).toContain('is already registered');
    expect(
      (await save({ section: 'email', email: 'rea@new.example', current: password })).headers.location,
    ).toContain('account_email_sent');
    await expect.poll(() => mail.mails.length).toBe(1);
    expect([mail.mails[0]?.to, (await findUserByLogin(site.database.read, 'reader'))?.email]).toEqual([
      ['rea@new.example'],
      'reader@mail.example',
    ]);
    expect(noticeIn(await post('confirm', { key: mailedKey() }))).toBe(
      'Your email address has been changed.',
    );
    await expect.poll(() => mail.mails.at(-1)?.to).toEqual(['reader@mail.example']);
    expect((await findUserByLogin(site.database.read, 'reader'))?.email).toBe('rea@new.example');

    // An account sends mail to strangers at most this often.
    const requests: number[] = [];
    for (let n = 0; n < 12; n++)
      requests.push(
        (await save({ section: 'email', email: `stranger-${n}@else.example`, current: password })).status,
      );
    expect(requests).toEqual([...Array.from({ length: 8 }, () => 303), 429, 429, 429, 429]);
    await expect
      .poll(() => mail.mails.filter(({ to }) => String(to).endsWith('@else.example')).length)
      .toBe(8);

    // Only the user's own sessions.
    const all = await site.database.read.selectFrom('session').select(['id', 'user_id']).execute();
    const chiefs = all.find(({ user_id: id }) => id !== user?.id)?.id ?? '';
    await save({ section: 'sessions', end: chiefs });
    expect((await get('/wp-login.php', chief)).status).toBe(302);
    await save({ section: 'sessions', end: 'others' });
    expect([(await get('/wp-login.php', other)).status, (await get('/wp-login.php', cookie)).status]).toEqual(
      [200, 302],
    );

    // A password change ends all other sessions; this browser continues with a new token.
    const third = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    const chosen = { section: 'password', pass1: 'third horse 3', pass2: 'third horse 3' };
    expect([
      noticeIn(await save(chosen)),
      noticeIn(await save({ ...chosen, current: password, pass2: 'x' })),
    ]).toEqual(['The current password is incorrect.', 'Retyped Pass incorrect!']);
    const changed = await save({ ...chosen, current: password });
    const statuses = await Promise.all(
      [cookiesOf(changed), cookie, third].map(async (one) => (await get('/wp-login.php', one)).status),
    );
    expect([changed.status, ...statuses]).toEqual([303, 302, 200, 200]);
    await site.database.write(async (tx) =>
      updateUser(tx, user?.id ?? 0, { password: await hashPassword(password), email: 'reader@mail.example' }),
    );
  });

  test('pages with password fields have no third-party code', async () => {
    const adCode = '<script src="https://ads.example/tag.js"></script>';
    const opens = async () => (await get('/')).body.includes('"opens":true');
    expect(await opens()).toBe(true);
    for (const code of [
      { ad_header: adCode },
      { analytics_container_id: 'GTM-1' },
      { head_code: '<script>watch()</script>' },
      { ad_script_url: 'https://ads.example/a.js' },
    ]) {
      await site.database.write((tx) => saveSettings(tx, code));
      await expect.poll(opens).toBe(false);
      const page = await get('/wp-login.php');
      expect([
        Object.keys(code),
        /ads\.example|GTM-1|watch\(\)/.test(page.body + String(page.headers['content-security-policy'])),
      ]).toEqual([Object.keys(code), false]);
      await site.database.write((tx) =>
        saveSettings(tx, Object.fromEntries(Object.keys(code).map((key) => [key, null]))),
      );
    }
    await expect.poll(opens).toBe(true);
  });

  test('visitors find nothing below /wp-admin/, and a form posted there is shown to its sender only', async () => {
    const posted = await sendTo('/wp-admin/profile.php', { section: 'about' });
    expect([posted.status, posted.headers.location]).toEqual([
      303,
      '/wp-login.php?redirect_to=%2Fwp-admin%2Fprofile.php&reauth=1',
    ]);
    const cookie = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    for (const path of ['/wp-admin/nothing.php', '/wp-admin/%2e%2e/x', '/wp-admin/profile.php/x'])
      expect((await get(path, cookie)).status).toBe(404);
    expect((await get('/wp-admin', '')).headers.location).toBe('/wp-admin/');
  });

  test('input sent after the session ended stays with the sender, and is saved on confirmation', async () => {
    const profile = '/wp-admin/profile.php';
    const bio = 'Typed at length </textarea><script>alert(1)</script>\n"Twice" & more';
    const about = {
      section: 'about',
      displayName: 'Rea',
      bio,
      _wpnonce: 'x',
      revision: '1',
      pass1: 'a secret',
    };
    const [before, bioBefore] = [
      await dumpTables(site.database, accountTables),
      (await findUserByLogin(site.database.read, 'reader'))?.bio,
    ];
    const signedOut = await sendTo(profile, about, { cookie: 'wordpress_logged_in_x=y', origin: site.url });
    expect([
      signedOut.status,
      signedOut.headers['cache-control'],
      signedOut.headers['set-cookie'],
      signedOut.headers.location,
    ]).toEqual([403, 'private, no-store', undefined, undefined]);
    expect([
      noticeIn(signedOut).startsWith('You have been logged out'),
      /<script>alert|a secret/.test(signedOut.body),
    ]).toEqual([true, false]);
    const textIn = ({ body }: { readonly body: string }) =>
      decodeEntities(/<textarea[^>]*name="bio"[^>]*>([^<]*)</.exec(body)?.[1] ?? '');
    expect(textIn(signedOut)).toBe(bio);
    expect(signedOut.body).toContain(
      'href="/wp-login.php?redirect_to=%2Fwp-admin%2Fprofile.php&amp;reauth=1"',
    );
    // It is stored nowhere, and not shown for another site; secrets are never echoed.
    expect(await dumpTables(site.database, accountTables)).toEqual(before);
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      expect((await sendTo(profile, about, { [name]: value })).status).toBe(303);
    }
    for (const section of ['password', 'sessions', 'portrait', '__proto__', '']) {
      expect([section, (await sendTo(profile, { ...about, section })).status]).toEqual([section, 303]);
    }
    // After logging in again the form has the input and a fresh nonce; nothing is saved before it is sent.
    const cookie = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    expect((await get(profile, cookie)).body).not.toContain('Typed at length');
    const shown = await sendTo(
      profile,
      { section: 'about', displayName: 'Rea', bio, _wpnonce: '' },
      { cookie, origin: site.url },
    );
    expect([shown.status, textIn(shown), (await findUserByLogin(site.database.read, 'reader'))?.bio]).toEqual(
      [403, bio, bioBefore],
    );
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.body)?.[1] ?? '';
    const fields = {
      section: 'about',
      displayName: 'Rea',
      bio,
      _wpnonce: hidden('_wpnonce'),
      revision: hidden('revision'),
    };
    expect((await sendTo(profile, fields, { cookie, origin: site.url })).headers.location).toBe(
      `${profile}?done=account_saved`,
    );

    // The form is based on older values: another user's concurrent change is not overwritten.
    const old = await sendTo(profile, { ...fields, _wpnonce: '' }, { cookie, origin: site.url });
    expect([old.status, old.body.includes(`name="revision" value="${fields.revision}"`)]).toEqual([
      403,
      true,
    ]);
    expect((await sendTo(profile, { ...fields, bio: 'Mine' }, { cookie, origin: site.url })).status).toBe(
      409,
    );
    // It also survives when a second factor has become required.
    await site.database.write((tx) => saveSettings(tx, { second_factor_roles: ['subscriber'] }));
    const owing = cookiesOf(await post('login', { log: 'reader', pwd: password }));
    const again = await sendTo(profile, about, { cookie: owing, origin: site.url });
    expect([again.status, textIn(again)]).toEqual([403, bio]);
    const other = await sendTo(
      profile,
      { ...about, section: 'password' },
      { cookie: owing, origin: site.url },
    );
    expect(other.headers.location).toBe('/wp-admin/second-factor.php');
    await site.database.write((tx) => saveSettings(tx, { second_factor_roles: null }));
  });
});
