import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { hashPassword } from '../../lib/credentials.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { createVault } from '../../lib/keys.ts';
import { findUser } from '../users/reader.ts';
import { listSessions } from '../users/session.ts';
import { updateUser } from '../users/writer.ts';
import { createGuard } from './guard.ts';
import { signIn } from './sign-in.ts';
import type { SignIn } from './sign-in.ts';

/** The callback runs between a hash and the use of its result. */
const hashes = vi.hoisted((): { made: number; meanwhile?: (() => Promise<void>) | undefined } => ({
  made: 0,
}));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    ...real,
    verify: async (...args: Parameters<typeof real.verify>) => {
      hashes.made++;
      const isRight = await real.verify(...args);
      await hashes.meanwhile?.();
      return isRight;
    },
  };
});

onBothDatabases('logging in', (get) => {
  const password = 'correct horse 1';
  beforeAll(async () => {
    const hash = await hashPassword(password);
    await get().write(async (tx) => {
      await updateUser(tx, await makeUser(tx, { login: 'ada' }), { password: hash });
      await makeUser(tx, { login: 'imported' });
    });
    await attempt('nobody').catch(() => 0); // the hash for unknown accounts is computed once
  });
  let guard = createGuard();
  beforeEach(() => {
    guard = createGuard();
    hashes.made = 0;
    hashes.meanwhile = undefined;
  });
  const vault = createVault(Buffer.alloc(32));
  const attempt = (name: string, input: Partial<SignIn> = {}) =>
    signIn(
      { content: testContent(get()), guard, vault, sendsMail: false },
      {
        name,
        password: 'wrong',
        isRemembered: false,
        caller: 'here',
        place: { ip: '', userAgent: '' },
        deviceOf: async () => undefined,
        ...input,
      },
    );

  test('a wrong password, an account without one and an unknown account each cost one hash and return the same error', async () => {
    for (const name of ['ada', 'imported', 'nobody', 'x'.repeat(5000)]) {
      hashes.made = 0;
      await expect(attempt(name)).rejects.toMatchObject({
        code: 'login_wrong',
        message: 'User or password incorrect!',
      });
      expect([name.slice(0, 10), hashes.made]).toEqual([name.slice(0, 10), 1]);
    }
    expect((await attempt('ADA', { password })).user.login).toBe('ada');
  });

  test('attempts refused earlier cost no hash', async () => {
    await expect(attempt(' ')).rejects.toMatchObject({ code: 'login_empty' });
    await expect(attempt('ada', { password: '' })).rejects.toMatchObject({ code: 'login_pass_empty' });
    expect(hashes.made).toBe(0);
    for (let n = 0; n < 10; n++) await attempt('ada', { caller: `address ${n}` }).catch(() => 0);
    hashes.made = 0;
    await expect(attempt('ada', { caller: 'late', password })).rejects.toMatchObject({ status: 429 });
    expect(hashes.made).toBe(0);
  });

  /** Logs in after `change` is written but not committed, and waits until the log-in is blocked by the account's lock or has passed. */
  async function signInDuring(change: (tx: Tx, id: number) => Promise<unknown>) {
    const hash = await hashPassword(password);
    const id = await get().write(async (tx) => {
      const made = await makeUser(tx);
      await updateUser(tx, made, { password: hash });
      return made;
    });
    const { login = '' } = (await findUser(get().read, id)) ?? {};
    let outcome: Promise<unknown> = Promise.resolve();
    await get().write(async (tx) => {
      await change(tx, id);
      let isOver = false;
      outcome = attempt(login, { password })
        .catch((error: unknown) => error)
        .finally(() => (isOver = true));
      const waits = sql<{
        count: number;
      }>`SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      if (tx.dialect.rowLocks)
        await expect
          .poll(async () => isOver || Number((await waits.execute(get().read)).rows[0]?.count) > 0)
          .toBe(true);
    });
    return { outcome: await outcome, sessions: (await listSessions(get().read, id)).length };
  }

  test('refuses a log-in whose password changes during hashing or while the session is written', async () => {
    const another = await hashPassword('another horse 2');
    const id = await get().write((tx) => makeUser(tx, { login: 'eve' }));
    await get().write(async (tx) => updateUser(tx, id, { password: await hashPassword(password) }));
    hashes.meanwhile = () => get().write((tx) => updateUser(tx, id, { password: another }));
    await expect(attempt('eve', { password })).rejects.toMatchObject({ code: 'login_wrong' });
    hashes.meanwhile = undefined;
    expect(await listSessions(get().read, id)).toEqual([]);
    expect(await signInDuring((tx, owner) => updateUser(tx, owner, { password: another }))).toMatchObject({
      outcome: { code: 'login_wrong' },
      sessions: 0,
    });
  });
});
