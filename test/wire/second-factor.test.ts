import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '../../src/modules/settings/settings.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { turnOnCodes } from '../../src/modules/accounts/code-app-commands.ts';
import { hasSecondFactor } from '../../src/modules/users/second-factor.ts';
import { createSession, endSessionsOf } from '../../src/modules/users/session.ts';
import { findActor } from '../../src/modules/users/roles.ts';
import { createApplicationPassword } from '../../src/modules/users/application-password-commands.ts';
import { deleteUser } from '../../src/modules/users/writer.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { ajax, rawRequest } from '../harness/served-site.ts';
import {
  codesIn,
  cookiesOf,
  hiddenIn,
  isSignedIn,
  password,
  noticeIn,
  useAccountSite,
} from '../harness/account-site.ts';
import { totpCode } from '../harness/totp-code.ts';

const setUp = '/wp-admin/second-factor.php';
const stepMs = 30_000;
const secretIn = (body: string) =>
  /class="account-secret">([A-Z2-7 ]+)</.exec(body)?.[1]?.replaceAll(' ', '') ?? '';

onDrawnDatabase('second factors', (_get, place) => {
  const accounts = useAccountSite(place);
  const { get, sendTo, logIn, isIn, createPerson: addPerson } = accounts;
  // A TOTP step lasts thirty seconds; the clock is stopped so that no step changes between generating and checking.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const step = (code: string, cookie: string, more: Record<string, string> = {}) =>
    sendTo('/wp-login.php?action=second-step', { code, ...more }, { cookie });

  /** A new logged-in user with a second factor: its secret and recovery codes. `step`: of the code that enabled it. */
  async function twoSteps(roles?: readonly string[]) {
    const person = await addPerson(roles);
    const page = await get(setUp, person.cookie);
    const secret = secretIn(page.body);
    const fields = {
      section: 'on',
      _wpnonce: hiddenIn(page.body, '_wpnonce'),
      sealed: hiddenIn(page.body, 'sealed'),
      current: password,
    };
    // The oldest accepted code, so that later ones stay unused.
    const on = await sendTo(
      setUp,
      { ...fields, code: totpCode(secret, Date.now() - stepMs) },
      { cookie: person.cookie },
    );
    return {
      ...person,
      secret,
      page,
      fields,
      on,
      codes: codesIn(on.body),
      code: (steps = 0) => totpCode(secret, Date.now() + steps * stepMs),
    };
  }

  test('is offered whatever the site is called', async () => {
    const { database } = accounts.site;
    await database.write((tx) => saveSettings(tx, { blogname: `${'a'.repeat(59)}😀 News` }));
    const { cookie } = await addPerson();
    const { status, body } = await get(setUp, cookie);
    expect([status, secretIn(body).length]).toEqual([200, 32]);
    await database.write((tx) => saveSettings(tx, { blogname: null }));
  });

  test('it is turned on by a code and the password: generated here, stored encrypted, confirmed by mail, and other sessions end', async () => {
    const person = await addPerson();
    const other = cookiesOf(await logIn(person.login));
    const page = await get(setUp, person.cookie);
    const secret = secretIn(page.body);
    expect([
      page.status,
      page.headers['cache-control'],
      secret.length,
      page.body.includes('<svg class="account-qr"'),
    ]).toEqual([200, 'private, no-store', 32, true]);
    const fields = {
      section: 'on',
      _wpnonce: hiddenIn(page.body, '_wpnonce'),
      sealed: hiddenIn(page.body, 'sealed'),
      current: password,
      code: totpCode(secret),
    };
    const send = (more: Record<string, string>) =>
      sendTo(setUp, { ...fields, ...more }, { cookie: person.cookie });
    const faults: [Record<string, string>, number, string][] = [
      [{ code: '' }, 400, 'Code empty!'],
      [{ code: '000000' }, 400, 'This code is incorrect'],
      [{ current: 'wrong' }, 400, 'The current password is incorrect.'],
      [{ current: '' }, 400, 'The current password is incorrect.'],
      [{ sealed: 'A'.repeat(90) }, 400, 'open for too long'],
      [{ _wpnonce: 'x' }, 403, 'open for too long'],
      [{ section: 'constructor' }, 403, 'open for too long'],
    ];
    for (const [more, status, text] of faults) {
      const reply = await send(more);
      expect([more, reply.status, noticeIn(reply).includes(text)]).toEqual([more, status, true]);
    }
    // A refusal offers the same secret, so users scan it once.
    expect(secretIn((await send({ code: '000000' })).body)).toBe(secret);
    const on = await send({});
    expect([on.status, noticeIn(on), codesIn(on.body).length]).toEqual([
      200,
      'Two-factor authentication is on. Your other sessions have ended.',
      10,
    ]);
    expect([isSignedIn(on), await isIn(person.cookie), await isIn(other)]).toEqual([false, true, false]);
    const rows = await accounts.site.database.read
      .selectFrom('second_factor')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    const hashes = await accounts.site.database.read
      .selectFrom('recovery_code')
      .selectAll()
      .where('user_id', '=', person.id)
      .execute();
    expect(hashes).toHaveLength(10);
    for (const plain of [secret, ...codesIn(on.body)])
      expect(JSON.stringify([rows, hashes])).not.toContain(plain);
    await expect
      .poll(() => accounts.mail.mails.map(({ to, text }) => [to, text.includes('a code from your app')]))
      .toEqual([[[`${person.login}@mail.example`], true]]);
    const again = await get(setUp, person.cookie);
    expect([
      again.body.includes('account-secret'),
      codesIn(again.body),
      again.body.includes('codes left: 10'),
    ]).toEqual([false, [], true]);
    expect((await send({})).status).toBe(409);
  });

  test('signing in takes the code: no session before, on the page and by the call of the dialog', async () => {
    const { login, code } = await twoSteps();
    const first = await logIn(login, { redirect_to: '/story/' });
    expect([first.status, first.headers.location, isSignedIn(first)]).toEqual([
      303,
      '/wp-login.php?action=second-step&redirect_to=%2Fstory%2F',
      false,
    ]);
    const half = cookiesOf(first);
    expect(String(first.headers['set-cookie'])).toMatch(
      /^broadsheet_second_step=[\w-]{32}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=600$/,
    );
    const page = await get(String(first.headers.location), half);
    expect([
      page.status,
      page.headers['cache-control'],
      page.body.includes('name="code"'),
      page.body.includes('value="/story/"'),
    ]).toEqual([200, 'no-store', true, true]);
    expect(await isIn(half)).toBe(false);
    expect([(await step('', half)).status, noticeIn(await step('', half))]).toEqual([400, 'Code empty!']);
    const second = await step(await code(), half, { redirect_to: '/story/' });
    expect([second.status, second.headers.location, await isIn(cookiesOf(second))]).toEqual([
      303,
      '/story/',
      true,
    ]);
    const call = await ajax(accounts.site.url, {
      action: 'td_mod_login',
      login_email: login,
      login_pass: password,
    });
    expect([JSON.parse(call.body), isSignedIn(call)]).toEqual([
      { error: '', message: '', redirect: '/wp-login.php?action=second-step' },
      false,
    ]);
    const done = await ajax(
      accounts.site.url,
      { action: 'broadsheet_second_step', code: await code(1) },
      { cookie: cookiesOf(call) },
    );
    expect([JSON.parse(done.body), await isIn(cookiesOf(done))]).toEqual([
      { error: '', message: '', redirect: '' },
      true,
    ]);
  });

  test('a recovery code works once, in any notation, and new ones replace the former', async () => {
    const { login, codes, id, on } = await twoSteps();
    const [one = '', two = '', three = ''] = codes;
    const half = cookiesOf(await logIn(login));
    expect((await step(` ${one.toUpperCase().replaceAll('-', ' ')} `, half)).status).toBe(303);
    const again = cookiesOf(await logIn(login));
    expect([(await step(one, again)).status, (await step(two, again)).status]).toEqual([400, 303]);
    expect(on.status).toBe(200);
    const inside = cookiesOf(await step(three, cookiesOf(await logIn(login))));
    const page = await get(setUp, inside);
    const renewed = await sendTo(
      setUp,
      { section: 'codes', _wpnonce: hiddenIn(page.body, '_wpnonce'), current: password },
      { cookie: inside },
    );
    expect(codesIn(renewed.body)).toHaveLength(10);
    const late = cookiesOf(await logIn(login));
    expect([
      (await step(codes[4] ?? '', late)).status,
      (await step(codesIn(renewed.body)[0] ?? '', late)).status,
    ]).toEqual([400, 303]);
    const notes = await accounts.site.database.read
      .selectFrom('activity')
      .select('summary')
      .where('item_id', '=', id)
      .where('kind', '=', 'user')
      .execute();
    expect(notes.filter(({ summary }) => summary.includes('used a recovery code'))).toHaveLength(4);
  });

  test('it is turned off by the password and a code, and a mail says so', async () => {
    const { login, cookie, code, codes } = await twoSteps();
    await expect.poll(() => accounts.mail.mails.length).toBe(1);
    const page = await get(setUp, cookie);
    const send = (more: Record<string, string>) =>
      sendTo(
        setUp,
        { section: 'off', _wpnonce: hiddenIn(page.body, '_wpnonce'), current: password, ...more },
        { cookie },
      );
    expect([
      (await send({ code: '000000' })).status,
      (await send({ code: await code(), current: 'wrong' })).status,
    ]).toEqual([400, 400]);
    expect((await send({ code: await code() })).headers.location).toBe(
      `${setUp}?done=account_factor_off_done`,
    );
    expect(isSignedIn(await logIn(login))).toBe(true);
    await expect.poll(() => accounts.mail.mails.at(-1)?.text.includes('was turned off')).toBe(true);
    expect(
      (
        await sendTo(
          setUp,
          { section: 'codes', _wpnonce: hiddenIn(page.body, '_wpnonce'), current: password },
          { cookie },
        )
      ).status,
    ).toBe(409);
    expect(codes).toHaveLength(10);
  });

  test('ten ways around it fail, without effect on another user', async () => {
    const bystander = await twoSteps();
    const other = await twoSteps();
    const { login, id, secret, code, codes } = await twoSteps();
    const half = cookiesOf(await logIn(login));
    // Another user's code, and recovery code.
    expect([
      (await step(await other.code(), half)).status,
      (await step(other.codes[0] ?? '', half)).status,
    ]).toEqual([400, 400]);
    // The key in the address or form, from a browser without its cookie.
    const key = half.split('=')[1] ?? '';
    for (const reply of [
      await sendTo(`/wp-login.php?action=second-step&key=${key}`, {
        code: codes[0] ?? '',
        key,
        broadsheet_second_step: key,
      }),
      await step(codes[0] ?? '', ''),
    ])
      expect([reply.headers.location ?? noticeIn(reply), isSignedIn(reply)]).toEqual([
        '/wp-login.php?late=true',
        false,
      ]);
    // After a timeout and a new log-in, the redirect target is preserved.
    expect(
      (await rawRequest(accounts.site.url, '/wp-login.php?action=second-step&redirect_to=%2Fa%2F%3Fb', {}))
        .headers.location,
    ).toBe('/wp-login.php?late=true&redirect_to=%2Fa%2F%3Fb');
    // Long values are truncated, perhaps within a surrogate pair, as may be the key of a password link.
    const long = await step(codes[0] ?? '', '', { redirect_to: `/${'a'.repeat(1998)}😀` });
    expect([long.status, String(long.headers.location).slice(-20)]).toEqual([303, 'a'.repeat(20)]);
    const odd = await rawRequest(
      accounts.site.url,
      `/wp-login.php?action=rp&key=${'a'.repeat(99)}%F0%9F%98%80`,
      {},
    );
    expect([odd.status, odd.headers.location]).toEqual([302, '/wp-login.php?action=rp']);
    // Invalid keys.
    for (const bad of ['', 'x', 'A'.repeat(32), "' or 1=1 --", '%00'.repeat(10), 'A'.repeat(4000)]) {
      expect(
        isSignedIn(await step(codes[0] ?? '', `broadsheet_second_step=${encodeURIComponent(bad)}`)),
      ).toBe(false);
    }
    // A code of another time, and invalid codes.
    for (const bad of [totpCode(secret, Date.now() - 10 * stepMs), '٣٣٣٣٣٣', '1e5', '-1', '\0']) {
      accounts.pass(3_600_000);
      expect([bad, (await step(bad, half)).status]).toEqual([bad, 400]);
    }
    // A code twice: with one key concurrently, then with another.
    const shown = await code();
    const both = await Promise.all([step(shown, half), step(shown, half)]);
    expect(both.filter(isSignedIn)).toHaveLength(1);
    const next = cookiesOf(await logIn(login));
    expect((await step(shown, next)).status).toBe(400);
    // One recovery code, from two browsers concurrently.
    const halves = [cookiesOf(await logIn(login)), cookiesOf(await logIn(login))];
    expect(
      (await Promise.all(halves.map((cookie) => step(codes[1] ?? '', cookie)))).filter(isSignedIn),
    ).toHaveLength(1);
    // A password reset by mail ends pending log-ins, and does not skip the second factor.
    await sendTo('/wp-login.php?action=lostpassword', { user_login: login });
    const mailed = () =>
      accounts.mail.mails.findLast(({ text }) => text.includes('action=3Drp') || text.includes('action=rp'));
    await expect.poll(mailed).toBeDefined();
    const link = /[?&]key=(?:3D)?([\w-]+)/.exec(mailed()?.text.replace(/=\r?\n/g, '') ?? '')?.[1] ?? '';
    const reset = await sendTo(
      '/wp-login.php?action=rp',
      { pass1: password, pass2: password },
      { cookie: `wp-resetpass-broadsheet=${link}` },
    );
    expect([reset.headers.location, isSignedIn(reset)]).toEqual(['/wp-login.php?reset=true', false]);
    expect((await step(codes[2] ?? '', next)).headers.location).toBe('/wp-login.php?late=true');
    expect(isSignedIn(await logIn(login))).toBe(false);
    // A form of another site, and of another session.
    const inside = cookiesOf(await step(codes[2] ?? '', cookiesOf(await logIn(login))));
    const live = cookiesOf(await logIn(login));
    expect(
      (
        await sendTo(
          '/wp-login.php?action=second-step',
          { code: codes[3] ?? '' },
          { cookie: live, origin: 'https://evil.example' },
        )
      ).status,
    ).toBe(403);
    const theirs = hiddenIn((await get(setUp, other.cookie)).body, '_wpnonce');
    for (const section of ['off', 'codes', 'on']) {
      const reply = await sendTo(
        setUp,
        { section, _wpnonce: theirs, current: password, code: codes[3] ?? '', sealed: other.fields.sealed },
        { cookie: inside },
      );
      expect([section, reply.status]).toEqual([section, 403]);
    }
    // A secret that was offered to another user.
    const fresh = await addPerson();
    const page = await get(setUp, fresh.cookie);
    const fixed = await sendTo(
      setUp,
      {
        section: 'on',
        _wpnonce: hiddenIn(page.body, '_wpnonce'),
        sealed: other.fields.sealed,
        current: password,
        code: await other.code(1),
      },
      { cookie: fresh.cookie },
    );
    expect([fixed.status, noticeIn(fixed).includes('open for too long')]).toEqual([400, true]);
    // Another user's second factor, by an id in the form.
    await sendTo(
      setUp,
      {
        section: 'on',
        _wpnonce: hiddenIn(page.body, '_wpnonce'),
        user: String(id),
        user_id: String(id),
        id: String(id),
      },
      { cookie: fresh.cookie },
    );
    expect(
      await accounts.site.database.read
        .selectFrom('second_factor')
        .select('user_id')
        .where('user_id', '=', id)
        .execute(),
    ).toHaveLength(1);

    expect([
      await isIn(bystander.cookie),
      isSignedIn(await step(await bystander.code(), cookiesOf(await logIn(bystander.login)))),
    ]).toEqual([true, true]);
  });

  test('guesses are throttled by account, from any address; its owner gets in by a known browser or a recovery code', async () => {
    const { login, cookie, code, codes, on } = await twoSteps();
    const strangers = await Promise.all(Array.from({ length: 3 }, async () => cookiesOf(await logIn(login))));
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) statuses.push((await step('000000', strangers[n % 3] ?? '')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const refused = await step('000000', strangers[0] ?? '');
    expect([refused.headers['retry-after'], noticeIn(refused).includes('300 seconds')]).toEqual([
      '300',
      true,
    ]);
    // Device cookies from before the second factor was enabled, by password or link, don't skip it.
    const former = cookie.split('; ').find((one) => one.startsWith('broadsheet_device=')) ?? '';
    expect((await step('000000', `${strangers[0]}; ${former}`)).status).toBe(429);
    expect((await step(await code(), `${strangers[0]}; ${cookiesOf(on)}`)).status).toBe(303);
    expect((await step(codes[0] ?? '', strangers[1] ?? '')).status).toBe(303);
    expect((await step('000000', strangers[2] ?? '')).status).toBe(429);
  });

  test('a session that ended since the password was shown turns nothing on', async () => {
    const { id } = await addPerson();
    const { write, read } = accounts.site.database;
    const site = { settings: defaultSettings, siteUrl: accounts.site.url };
    const session = await write((tx) => createSession(tx, id));
    await write((tx) => endSessionsOf(tx, id));
    const actor = await findActor(read, id);
    await expect(
      write((tx) => turnOnCodes(tx, actor, { secret: 'x', step: 1, session }, site)),
    ).rejects.toMatchObject({ code: 'account_expired' });
    expect(await hasSecondFactor(read, id)).toBe(false);
  });

  test('programs log in without it, and deleting an account deletes it', async () => {
    const { id, login, cookie } = await twoSteps(['editor']);
    const made = await accounts.site.database.write(async (tx) =>
      createApplicationPassword(tx, await findActor(tx.db, id), { userId: id, name: 'Program' }),
    );
    const authorization = `Basic ${Buffer.from(`${login}:${made.password}`).toString('base64')}`;
    expect(
      (await rawRequest(accounts.site.url, '/wp-json/wp/v2/users/me', { headers: { authorization } })).status,
    ).toBe(200);
    await accounts.site.database.write((tx) => deleteUser(tx, id));
    expect(await isIn(cookie)).toBe(false);
    for (const table of ['second_factor', 'recovery_code'] as const) {
      expect(
        await accounts.site.database.read
          .selectFrom(table)
          .select('user_id')
          .where('user_id', '=', id)
          .execute(),
      ).toEqual([]);
    }
  });

  test('with another secret of the site no code is right, and recovery codes still are', async () => {
    const { id, login, code, codes } = await twoSteps();
    await accounts.site.database.write((tx) =>
      tx.db
        .updateTable('second_factor')
        .set({ secret: 'A'.repeat(80) })
        .where('user_id', '=', id)
        .execute(),
    );
    const half = cookiesOf(await logIn(login));
    expect([(await step(await code(), half)).status, (await step(codes[0] ?? '', half)).status]).toEqual([
      400, 303,
    ]);
  });

  test('a role may require it: users without it set it up first, and nothing else is open until then', async () => {
    const owing = await addPerson(['editor']);
    const browser = await accounts.site.signIn(owing.id);
    const program = await accounts.site.database.write(async (tx) =>
      createApplicationPassword(tx, await findActor(tx.db, owing.id), { userId: owing.id, name: 'Program' }),
    );
    const author = await addPerson(['author']);
    const done = await twoSteps(['editor']);
    await accounts.site.database.write((tx) =>
      saveSettings(tx, { second_factor_roles: ['editor', 'nobody-has-this'] }),
    );
    await expect
      .poll(async () => (await get('/wp-admin/profile.php', owing.cookie)).headers.location)
      .toBe(setUp);
    expect([await isIn(author.cookie), await isIn(done.cookie)]).toEqual([true, true]);
    // Existing and new sessions.
    const fresh = await logIn(owing.login, { redirect_to: '/wp-admin/authorize-application.php' });
    const cookie = cookiesOf(fresh);
    expect([
      fresh.headers.location,
      (await get('/wp-login.php?redirect_to=%2Fwp-admin%2F', cookie)).headers.location,
    ]).toEqual([setUp, '/wp-admin/']);
    const call = await ajax(accounts.site.url, {
      action: 'td_mod_login',
      login_email: owing.login,
      login_pass: password,
    });
    expect(JSON.parse(call.body)).toMatchObject({ error: '', redirect: setUp });
    // A log-in in a newsroom frame shows its landing page, which links to the set-up. No other address is one.
    const landing = '/wp-login.php?action=signed-in';
    const targets = [
      [landing, landing],
      [`${accounts.site.url}${landing}`, landing],
      [`${landing}&x=1`, setUp],
      [`https://evil.example${landing}`, setUp],
      ['', setUp],
      ['/wp-admin/profile.php?action=signed-in', setUp],
      [`/wp-login.php?redirect_to=${encodeURIComponent(landing)}`, setUp],
    ] as const;
    for (const [target, location] of targets) {
      expect([target, (await logIn(owing.login, { redirect_to: target })).headers.location]).toEqual([
        target,
        location,
      ]);
    }
    const framed = await ajax(accounts.site.url, {
      action: 'td_mod_login',
      login_email: owing.login,
      login_pass: password,
      redirect_to: landing,
    });
    expect(JSON.parse(framed.body)).toMatchObject({ error: '', redirect: '' });
    const landed = await get(landing, cookie);
    expect([landed.status, landed.headers['x-frame-options'], noticeIn(landed)]).toEqual([
      200,
      'SAMEORIGIN',
      expect.stringContaining('requires two-factor authentication'),
    ]);
    expect(landed.body).toMatch(new RegExp(`<a [^>]*href="${setUp}"[^>]* target="_blank" rel="noopener"`));
    const owesNothing = await get(landing, author.cookie);
    expect([
      owesNothing.status,
      owesNothing.body.includes('You are logged in'),
      owesNothing.body.includes('target="_blank" rel="noopener"'),
    ]).toEqual([200, true, false]);
    expect((await get(landing, '')).headers.location).toBe(
      `/wp-login.php?redirect_to=${encodeURIComponent(landing)}&reauth=1`,
    );
    for (const path of [
      '/wp-admin/',
      '/wp-admin/profile.php',
      '/wp-admin/authorize-application.php',
      '/wp-admin/nothing',
    ]) {
      expect([path, (await get(path, cookie)).headers.location]).toEqual([path, setUp]);
    }
    const posted = await sendTo(
      '/wp-admin/profile.php',
      { section: 'about', displayName: 'Changed' },
      { cookie },
    );
    expect([posted.status, posted.headers.location, posted.body.includes('value="Changed"')]).toEqual([
      403,
      undefined,
      true,
    ]);
    const ended = await sendTo('/wp-admin/profile.php', { section: 'sessions', end: 'others' }, { cookie });
    expect([ended.status, ended.headers.location]).toEqual([303, setUp]);
    const calls = [
      ['GET', '/wp-json/wp/v2/users/me'],
      ['POST', '/wp-json/wp/v2/posts'],
      ['GET', '/wp-json/wp/v2/posts?context=edit'],
    ] as const;
    for (const [method, path] of calls) {
      const headers = {
        cookie: browser.cookie,
        'x-wp-nonce': browser.nonce,
        'content-type': 'application/json',
      };
      const reply = await rawRequest(accounts.site.url, path, { method, headers });
      expect([path, reply.status, (JSON.parse(reply.body) as { code: string }).code]).toEqual([
        path,
        403,
        'second_factor_required',
      ]);
    }
    const front = await get('/', cookie);
    expect([front.status, front.headers['cache-control']?.includes('private')]).toEqual([200, false]);
    // Programs go on.
    const authorization = `Basic ${Buffer.from(`${owing.login}:${program.password}`).toString('base64')}`;
    expect(
      (await rawRequest(accounts.site.url, '/wp-json/wp/v2/users/me', { headers: { authorization } })).status,
    ).toBe(200);
    const page = await get(setUp, cookie);
    expect([page.status, noticeIn(page)]).toEqual([
      200,
      'Your role requires two-factor authentication. Set it up to continue.',
    ]);
    const secret = secretIn(page.body);
    const fields = {
      section: 'on',
      _wpnonce: hiddenIn(page.body, '_wpnonce'),
      sealed: hiddenIn(page.body, 'sealed'),
      current: password,
    };
    expect((await sendTo(setUp, { ...fields, code: '000000' }, { cookie })).status).toBe(400);
    const on = await sendTo(setUp, { ...fields, code: totpCode(secret) }, { cookie });
    expect([codesIn(on.body).length, isSignedIn(on)]).toEqual([10, true]);
    // The pending session continues with a new token, so the former one is useless.
    expect([
      await isIn(cookiesOf(on)),
      await isIn(cookie),
      await isIn(owing.cookie),
      await isIn(browser.cookie),
    ]).toEqual([true, false, false, false]);
    await accounts.site.database.write((tx) => saveSettings(tx, { second_factor_roles: [] }));
  });
});
