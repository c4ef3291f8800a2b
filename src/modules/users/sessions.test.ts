import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Database, Tx } from '../../kernel/db/open-database.ts';
import { createSigner } from '../../lib/keys.ts';
import { hashPassword } from '../../lib/credentials.ts';
import { createRole, updateRole } from './role-writer.ts';
import { writeCodeApp } from './second-factor.ts';
import {
  createSession,
  endSession,
  endSessionsOf,
  findSession,
  markProven,
  readSession,
  replaceSession,
  sessionId,
  sessionMs,
  writeSession,
  createNonce,
  isNonce,
} from './session.ts';
import type { Session } from './session.ts';
import { createSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import { deleteUser, updateUser } from './writer.ts';

const siteUrl = 'https://news.example';
const signer = createSigner(Buffer.alloc(32, 7));
const foreign = createSigner(Buffer.alloc(32, 8));
const day = 86_400_000;

const sent = (setCookies: readonly string[]) => setCookies.map((cookie) => cookie.split(';')[0]).join('; ');

onBothDatabases('sessions', (get, place) => {
  let sessions: Sessions;
  let editor = 0;
  let reader = 0;
  beforeAll(async () => {
    [editor, reader] = await get().write(
      async (tx) =>
        [await makeUser(tx, { roles: ['editor'] }), await makeUser(tx, { roles: ['subscriber'] })] as const,
    );
  });
  beforeEach(() => (sessions = createSessions(get(), signer, siteUrl)));
  const signIn = async (userId: number) => {
    const session = await get().write((tx) => createSession(tx, userId));
    return { session, header: sent(sessions.cookies(session, 'Ada')) };
  };

  test('identify the user, and need no query from then on', async () => {
    for (const [userId, standing] of [
      [editor, 'editor'],
      [reader, 'reader'],
    ] as const) {
      const { header } = await signIn(userId);
      expect(sessions.standing(header)).toBe('unknown');
      expect((await sessions.find(header))?.actor.id).toBe(userId);
      const before = get().queryCount();
      expect([
        sessions.standing(header),
        (await sessions.find(`a=b; ${header}; c=d`))?.actor.id,
        sessions.standing(undefined),
        sessions.standing('theme=dark'),
      ]).toEqual([standing, userId, 'nobody', 'nobody']);
      expect(get().queryCount()).toBe(before);
    }
  });

  test('a cookie that the server did not sign authenticates no user, and costs no query', async () => {
    const { session, header } = await signIn(editor);
    const [name = ''] = header.split('=');
    const good = writeSession(signer, session);
    const [userId = '', seconds = '', token = '', mac = ''] = good.split('.');
    const forged = [
      '',
      'x',
      good.slice(0, -1),
      `${good}A`,
      `${reader}.${seconds}.${token}.${mac}`,
      `${userId}.${Number(seconds) + 1}.${token}.${mac}`,
      `${userId}.${seconds}.${token.slice(1)}A.${mac}`,
      writeSession(foreign, session),
      `${userId}.${seconds}.${token}.${foreign.sign('session', `${userId}.${seconds}.${token}`)}`,
      signer.sign('session', good),
      `0.${seconds}.${token}.${mac}`,
      `${'9'.repeat(4000)}.${seconds}.${token}.${mac}`,
      good.replaceAll('.', '|'),
      `${good}%00`,
      encodeURIComponent(good).replaceAll('.', '%2e'),
    ];
    const before = get().queryCount();
    for (const value of forged) {
      expect([value, sessions.standing(`${name}=${value}`), await sessions.find(`${name}=${value}`)]).toEqual(
        [value, 'nobody', undefined],
      );
    }
    expect(sessions.standing(`x${name}=${good}`)).toBe('nobody');
    expect(sessions.standing(`wordpress_logged_in_other=${good}`)).toBe('nobody');
    // For duplicate cookies, the first one counts.
    expect(sessions.standing(`${name}=forged; ${name}=${good}`)).toBe('nobody');
    expect(get().queryCount()).toBe(before);
    expect((await sessions.find(header))?.actor.id).toBe(editor);
  });

  test('an expired or ended session, or one of a deleted user, authenticates no user; other sessions of the user stay', async () => {
    const old = await get().write((tx) =>
      createSession(tx, editor, { lastsMs: day, now: Date.now() - 2 * day }),
    );
    expect(readSession(signer, writeSession(signer, old))).toBeUndefined();
    const [first, second] = [await signIn(editor), await signIn(editor)];
    for (const { header } of [first, second]) expect((await sessions.find(header))?.actor.id).toBe(editor);
    await get().write((tx) => endSession(tx, editor, sessionId(first.session.token)));
    const before = get().queryCount();
    expect([sessions.standing(first.header), await sessions.find(first.header)]).toEqual([
      'nobody',
      undefined,
    ]);
    // A process started after the session ended queries once, even if the account is deleted.
    const late = createSessions(get(), signer, siteUrl);
    expect([get().queryCount() - before, late.standing(first.header), await late.find(first.header)]).toEqual(
      [0, 'unknown', undefined],
    );
    await get().write((tx) => updateUser(tx, editor, { displayName: 'Ed' }));
    const queriesBefore = get().queryCount();
    expect([
      late.standing(first.header),
      await late.find(first.header),
      get().queryCount() - queriesBefore,
    ]).toEqual(['nobody', undefined, 0]);
    await sessions.find(second.header);
    expect(sessions.standing(second.header)).toBe('editor');
    expect(
      await get().read.selectFrom('session').select('id').where('id', '=', sessionId(old.token)).execute(),
    ).toEqual([]);

    const deletedUser = await get().write((tx) => makeUser(tx, { roles: ['author'] }));
    const { header } = await signIn(deletedUser);
    expect((await sessions.find(header))?.actor.id).toBe(deletedUser);
    await get().write((tx) => deleteUser(tx, deletedUser));
    expect(await sessions.find(header)).toBeUndefined();
  });

  test('changes of other accounts leave them cached', async () => {
    const [user, other] = await get().write(async (tx) => [
      await makeUser(tx, { roles: ['subscriber'] }),
      await makeUser(tx),
    ]);
    const { header } = await signIn(user);
    await sessions.find(header);
    await get().write(async (tx) => {
      await makeUser(tx);
      await updateUser(tx, other, { displayName: 'Another' });
      await deleteUser(tx, other);
    });
    expect(sessions.standing(header)).toBe('reader');
  });

  test('a changed password ends them all, and a changed role applies at once', async () => {
    const user = await get().write((tx) => makeUser(tx, { roles: ['subscriber'] }));
    const { header, session } = await signIn(user);
    await sessions.find(header);
    expect(sessions.standing(header)).toBe('reader');
    await get().write((tx) => updateUser(tx, user, { roles: ['editor'] }));
    expect([
      sessions.standing(header),
      (await sessions.find(header))?.actor.capabilities.has('edit_others_posts'),
    ]).toEqual(['unknown', true]);
    // After a change of rights, the session gets a new token, and pending requests with the old one succeed.
    const found = await sessions.find(header);
    const renewed = sent((found && (await sessions.renew(found))?.setCookies) ?? []);
    expect([
      (await sessions.find(renewed))?.actor.id,
      sessions.standing(renewed),
      renewed === header,
    ]).toEqual([user, 'editor', false]);
    const old = await sessions.find(header);
    expect([old?.live.until, old && (await sessions.renew(old)), sessions.standing(header)]).toEqual([
      expect.toSatisfy((until: number) => until <= Date.now() + 60_000),
      undefined,
      'editor',
    ]);
    // The role's capabilities change, not the users' roles.
    await get().write((tx) =>
      createRole(tx, { name: 'proofreader', label: 'Proofreader', capabilities: ['read'] }),
    );
    await get().write((tx) => updateUser(tx, user, { roles: ['proofreader'] }));
    const asReader = await sessions.find(renewed);
    const reading = sent((asReader && (await sessions.renew(asReader))?.setCookies) ?? []);
    expect((await sessions.find(reading))?.hasOtherRights).toBe(false);
    await get().write((tx) =>
      updateRole(tx, { name: 'proofreader', label: 'Proofreader', capabilities: ['read', 'edit_posts'] }),
    );
    const proofreader = await sessions.find(reading);
    const editing = sent((proofreader && (await sessions.renew(proofreader))?.setCookies) ?? []);
    expect([
      proofreader?.hasOtherRights,
      sessions.standing(editing),
      editing.split('; ')[0] === reading.split('; ')[0],
    ]).toEqual([true, 'unknown', false]);
    expect((await sessions.find(editing))?.hasOtherRights).toBe(false);
    const password = await hashPassword('correct horse battery');
    await get().write((tx) => updateUser(tx, user, { password }));
    const left = [editing, reading, renewed, header];
    expect(left.map((one) => sessions.standing(one))).toEqual(left.map(() => 'nobody'));
    expect(await findSession(get().read, session)).toBeUndefined();
  });

  test('the session cookie is for the server only, the name for scripts, and neither can end the session early', () => {
    const session = { token: 'A'.repeat(32), userId: 1, expiresAt: Date.UTC(2030, 0, 1) };
    const [own = '', name = ''] = sessions.cookies(session, 'Zoë; Secure=x\r\nSet-Cookie: a=b \ud800');
    expect(own).toMatch(
      /^wordpress_logged_in_[0-9a-f]{32}=1\.1893456000\.A{32}\.[\w-]{32}; Path=\/; SameSite=Lax; Secure; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly$/,
    );
    expect(name).toBe(
      'broadsheet_name=Zo%C3%AB%3B%20Secure%3Dx%0D%0ASet-Cookie%3A%20a%3Db%20; Path=/; SameSite=Lax; Secure; Expires=Tue, 01 Jan 2030 00:00:00 GMT',
    );
    // An imported name may exceed the limit and is cut within a surrogate pair.
    expect(sessions.cookies(session, `${'a'.repeat(249)}😀`)[1]).toMatch(/aa; Path/);
    expect(
      createSessions(get(), signer, 'http://localhost:3000').cookies(session, 'Ada').join(),
    ).not.toContain('Secure');
    for (const cookie of sessions.noCookies) expect(cookie).toMatch(/=; .*Max-Age=0/);
  });

  test('the former token of a session is valid for a minute, however long its cookie lasts', async () => {
    let now = Date.now();
    sessions = createSessions(get(), signer, siteUrl, undefined, () => now);
    const user = await get().write((tx) => makeUser(tx, { roles: ['subscriber'] }));
    const { header } = await signIn(user);
    await sessions.find(header);
    await get().write((tx) => updateUser(tx, user, { roles: ['editor'] }));
    const found = await sessions.find(header);
    const renewed = sent((found && (await sessions.renew(found))?.setCookies) ?? []);
    const both = async () => [header, renewed].map(async (one) => (await sessions.find(one))?.actor.id);
    now += 59_000;
    expect(await Promise.all(await both())).toEqual([user, user]);
    now += 2000;
    expect([
      ...(await Promise.all(await both())),
      sessions.standing(header),
      sessions.standing(renewed),
    ]).toEqual([undefined, user, 'nobody', 'editor']);
  });

  test.each([
    [sessionMs.usual, 2],
    [sessionMs.remembered, 14],
  ])('one of %i ms is valid for %i days after its last use', async (lastsMs, days) => {
    let now = Math.floor(Date.now() / 1000) * 1000;
    sessions = createSessions(get(), signer, siteUrl, undefined, () => now);
    const session = await get().write((tx) =>
      createSession(tx, reader, { ...(days === 2 ? {} : { lastsMs }), now }),
    );
    expect(session.expiresAt - now).toBe(days * day);
    const header = sent(sessions.cookies(session, 'Ada'));
    const use = async (cookie: string) => {
      const found = await sessions.find(cookie);
      return found && (await sessions.renew(found));
    };
    now += (days * day) / 2;
    expect(await use(header)).toBeUndefined(); // half of its time is left
    now += 1000;
    const renewed = await use(header);
    expect([renewed?.session.token, (renewed?.session.expiresAt ?? 0) - now]).toEqual([
      session.token,
      days * day,
    ]);
    const onward = sent(renewed?.setCookies ?? []);
    now += days * day - 1000;
    expect((await sessions.find(onward))?.actor.id).toBe(reader);
    now += 1000;
    const before = get().queryCount();
    expect([sessions.standing(onward), await sessions.find(onward), get().queryCount() - before]).toEqual([
      'nobody',
      undefined,
      0,
    ]);
  });

  test('one in its second half is extended when used, and outdated cookies are replaced', async () => {
    const session = await get().write((tx) =>
      createSession(tx, reader, { lastsMs: 2 * day, now: Date.now() - 1.1 * day }),
    );
    const header = sent(sessions.cookies(session, 'Ada'));
    const first = await sessions.find(header);
    expect(sessions.standing(header)).toBe('unknown');
    const renewed = sent((first && (await sessions.renew(first))?.setCookies) ?? []);
    expect(readSession(signer, renewed.split('; ')[0]?.split('=')[1] ?? '')?.expiresAt).toBeGreaterThan(
      Date.now() + 1.9 * day,
    );
    expect([
      (await sessions.find(renewed))?.actor.id,
      sessions.standing(renewed),
      sessions.standing(header),
    ]).toEqual([reader, 'reader', 'unknown']);
    const behind = await sessions.find(header);
    const writes = await get()
      .read.selectFrom('session')
      .select('expires_at')
      .where('user_id', '=', reader)
      .execute();
    expect(sent((behind && (await sessions.renew(behind))?.setCookies) ?? []).split('; ')[0]).toBe(
      renewed.split('; ')[0],
    );
    expect(
      await get().read.selectFrom('session').select('expires_at').where('user_id', '=', reader).execute(),
    ).toEqual(writes);
    const fresh = await sessions.find((await signIn(reader)).header);
    expect(fresh && (await sessions.renew(fresh))).toBeUndefined();
  });

  test('a browser is known to the accounts that logged in with it, until their password or second factor changes', async () => {
    const [ann, bob] = await get().write(async (tx) => [await makeUser(tx), await makeUser(tx)] as const);
    let cookie: string | undefined;
    const known = async () => [
      await sessions.deviceOf(cookie, ann),
      await sessions.deviceOf(cookie, bob),
      await sessions.deviceOf(cookie, reader),
    ];
    const mark = async (...of: [number, 'link'?]) =>
      void (cookie = sent([await sessions.deviceCookie(cookie, ...of)]));
    expect(await known()).toEqual([undefined, undefined, undefined]);
    await mark(ann);
    await mark(bob, 'link');
    expect(await known()).toEqual(['sign-in', 'link', undefined]);
    await mark(bob);
    expect(await known()).toEqual(['sign-in', 'sign-in', undefined]);
    const password = await hashPassword('correct horse 1');
    await get().write((tx) => updateUser(tx, ann, { password }));
    await get().write((tx) => writeCodeApp(tx, bob, { secret: 'x', step: 1 }));
    expect(await known()).toEqual([undefined, undefined, undefined]);
    await mark(ann);
    expect(await known()).toEqual(['sign-in', undefined, undefined]);
    for (const sealed of [
      `${ann}.x`,
      foreign.seal('device', cookie?.split('=')[1]?.slice(0, -33) ?? ''),
      '',
    ]) {
      expect(await sessions.deviceOf(`broadsheet_device=${sealed}`, ann)).toBeUndefined();
    }
    const others = await get().write(async (tx) => [
      await makeUser(tx),
      await makeUser(tx),
      await makeUser(tx),
      await makeUser(tx),
      await makeUser(tx),
    ]);
    for (const id of others) await mark(id);
    expect([await sessions.deviceOf(cookie, ann), (cookie?.length ?? 0) < 300]).toEqual([undefined, true]);
  });

  test('a replaced token ends with its session, whichever is sent, and ending other sessions ends the former token', async () => {
    const id = await get().write((tx) => makeUser(tx, { roles: ['subscriber'] }));
    const bystander = await signIn(id);
    const twoOf = async (role: string) => {
      const { session: first, header } = await signIn(id);
      await get().write((tx) => updateUser(tx, id, { roles: [role] }));
      const signedIn = await sessions.find(header);
      const second = signedIn && (await sessions.renew(signedIn))?.session;
      if (!second) throw new Error('It did not go on.');
      return [first, second] as const;
    };
    const areStored = (both: readonly Session[]) =>
      Promise.all(both.map(async (one) => (await findSession(get().read, one)) !== undefined));
    for (const shown of [0, 1] as const) {
      const both = await twoOf(shown === 0 ? 'author' : 'editor');
      expect(await areStored(both)).toEqual([true, true]);
      await get().write((tx) => endSession(tx, id, sessionId(both[shown].token)));
      expect([await areStored(both), await sessions.find(sent(sessions.cookies(both[1], 'Ada')))]).toEqual([
        [false, false],
        undefined,
      ]);
    }
    expect(await areStored([bystander.session])).toEqual([true]);
    // A pending request with the former token doesn't end the current one.
    for (const [shown, left] of [
      [0, [true, true]],
      [1, [false, true]],
    ] as const) {
      const both = await twoOf(shown === 0 ? 'subscriber' : 'author');
      await get().write((tx) => endSessionsOf(tx, id, both[shown]));
      expect(await areStored([...both, bystander.session])).toEqual([...left, false]);
    }
  });

  test('a session that is ended while it is being replaced ends', async () => {
    const id = await get().write((tx) => makeUser(tx, { roles: ['subscriber'] }));
    const signOut = (tx: Tx, token: string) => endSession(tx, id, sessionId(token));
    for (const [role, end] of [
      ['author', signOut],
      ['editor', (tx: Tx) => endSessionsOf(tx, id)],
    ] as const) {
      const { session } = await signIn(id);
      await get().write((tx) => updateUser(tx, id, { roles: [role] }));
      const live = await findSession(get().read, session);
      if (!live) throw new Error('It is not there.');
      const waiting = sql<{
        pid: number;
      }>`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      let ending: Promise<number> | undefined;
      await get().write(async (tx) => {
        await replaceSession(tx, session, live);
        ending = get().write((other) => end(other, session.token));
        if (tx.dialect.name === 'postgres')
          await expect.poll(async () => (await waiting.execute(get().read)).rows).toHaveLength(1);
      });
      expect([
        await ending,
        await get().read.selectFrom('session').select('id').where('user_id', '=', id).execute(),
      ]).toEqual([2, []]);
    }
  });

  test('a proof counts for the session that replaced the proven one in the same request, and not for an ended one', async () => {
    const id = await get().write((tx) => makeUser(tx, { roles: ['subscriber'] }));
    const { session } = await signIn(id);
    const live = await findSession(get().read, session);
    if (!live) throw new Error('It is not there.');
    await get().write((tx) => updateUser(tx, id, { roles: ['author'] }));
    const replaced = await get().write((tx) => replaceSession(tx, session, live));
    const until = await get().write((tx) => markProven(tx, sessionId(session.token)));
    expect(replaced && (await findSession(get().read, replaced))?.provenUntil).toBe(until);
    await get().write((tx) => endSession(tx, id, sessionId(session.token)));
    await expect(get().write((tx) => markProven(tx, sessionId(session.token)))).rejects.toThrow('logged out');
  });

  test('an account has at most a hundred sessions, and the oldest end first', async () => {
    const id = await get().write((tx) => makeUser(tx));
    const at = Date.now();
    const open = (n: number) => get().write((tx) => createSession(tx, id, { now: at + n }));
    const first = await open(0);
    const header = sent(sessions.cookies(first, 'Ada'));
    expect((await sessions.find(header))?.actor.id).toBe(id);
    for (let n = 1; n < 100; n++) await open(n);
    expect(sessions.standing(header)).toBe('editor');
    const last = await open(100);
    expect([
      sessions.standing(header),
      await findSession(get().read, first),
      (await findSession(get().read, last))?.lastsMs,
    ]).toEqual(['nobody', undefined, sessionMs.usual]);
    expect(
      await get().read.selectFrom('session').select('id').where('user_id', '=', id).execute(),
    ).toHaveLength(100);
  });

  test('nonces are valid for one action, one session and one day', async () => {
    const [{ session }, { session: other }] = [await signIn(editor), await signIn(editor)];
    const at = Date.UTC(2026, 0, 1);
    const nonce = createNonce(signer, session, 'wp_rest', at);
    const holds = (by: typeof session, action: string, text: string, now: number) =>
      isNonce(signer, by, action, text, now);
    expect([holds(session, 'wp_rest', nonce, at), holds(session, 'wp_rest', nonce, at + day - 1)]).toEqual([
      true,
      true,
    ]);
    expect([
      holds(session, 'wp_rest', nonce, at + day),
      holds(session, 'wp_rest', nonce, at - 1),
      holds(session, 'delete', nonce, at),
      holds(other, 'wp_rest', nonce, at),
      holds(session, 'wp_rest', '', at),
      holds(session, 'wp_rest', `${nonce}x`, at),
      isNonce(foreign, session, 'wp_rest', nonce, at),
    ]).toEqual(Array.from({ length: 7 }, () => false));
  });

  let elsewhere: Database | undefined;
  afterAll(() => elsewhere?.close());
  test('a session that another process ends is ended here', async () => {
    elsewhere = await openSiteDatabase({ ...place(), maxConnections: 2 });
    await elsewhere.watch();
    const otherProcess = createSessions(elsewhere, signer, siteUrl);
    const { header, session } = await signIn(reader);
    await otherProcess.find(header);
    expect(otherProcess.standing(header)).toBe('reader');
    await get().write((tx) => endSession(tx, reader, sessionId(session.token)));
    await expect.poll(() => otherProcess.standing(header)).not.toBe('reader');
    expect(await otherProcess.find(header)).toBeUndefined();
  });
});
