import { beforeAll, beforeEach, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { activityQueue } from '../activity/index.ts';
import { forgetLoginFailures, listLoginFailures } from './login-failures.ts';
import { noteLogin, noteLoginFailure } from './login-log.ts';

onBothDatabases('the log of log-ins', (get) => {
  const who = { editor: 0, reader: 0 };
  const now = Date.now();
  const dayMs = 86_400_000;
  beforeAll(async () => {
    await get().write(async (tx) => {
      who.editor = await makeUser(tx, { login: 'ed', displayName: 'Ed', roles: ['editor'] });
      who.reader = await makeUser(tx, { login: 'rea', displayName: 'Rea', roles: ['subscriber'] });
    });
  });
  beforeEach(() =>
    get().write(async (tx) => {
      await tx.db.deleteFrom('activity').execute();
      await tx.db.deleteFrom('login_failure').execute();
    }),
  );
  const entries = async () =>
    (
      await get()
        .read.selectFrom('activity')
        .select(['verb', 'kind', 'item_id', 'user_id', 'user_name', 'summary', 'came_from'])
        .orderBy('id')
        .execute()
    ).map((row) => Object.values(row));
  const failures = (at = now) => listLoginFailures(get().read, { now: at, days: 2, most: 3 });

  test('[IMP-11] log-ins of editors are logged, those of readers are not', async () => {
    await get().write(async (tx) => {
      await noteLogin(tx, who.editor);
      await noteLogin(tx, who.reader);
      await noteLogin(tx, 999_999);
    });
    expect(await entries()).toEqual([['login', 'user', who.editor, who.editor, 'Ed', '"Ed"', 'site']]);
  });

  test('[IMP-11] failed log-ins are counted by day and address; those of an editor are logged once an hour', async () => {
    const fail = (caller: string, accountId?: number, at = now) =>
      noteLoginFailure(get(), { caller, accountId }, at);
    for (let n = 0; n < 3; n++) await fail('203.0.113.1', who.editor);
    await fail('203.0.113.2', who.reader);
    await fail('203.0.113.2');
    await fail('203.0.113.1', who.editor, now - dayMs);
    expect(await failures()).toEqual({
      days: [
        { day: Math.floor(now / dayMs) * dayMs - dayMs, count: 1 },
        { day: Math.floor(now / dayMs) * dayMs, count: 5 },
      ],
      addresses: [
        { address: '203.0.113.1', count: 4, failedAt: now },
        { address: '203.0.113.2', count: 2, failedAt: now },
      ],
    });
    const entry = ['login-failed', 'user', who.editor, 0, '', '"Ed"', 'site'];
    expect(await entries()).toEqual([entry]);
  });

  test('[IMP-11] addresses are bounded by day, and counts of past months are deleted daily', async () => {
    const day = Math.floor(now / dayMs);
    const old = { day: day - 30, address: 'old', count: 9, failed_at: 0 };
    const many = Array.from({ length: 1000 }, (_, at) => ({
      day,
      address: `a${at}`,
      count: 1,
      failed_at: now,
    }));
    await get().write(
      async (tx) =>
        void (await tx.db
          .insertInto('login_failure')
          .values([old, ...many])
          .execute()),
    );
    const queue = activityQueue({ database: get() }, [forgetLoginFailures]);
    for (const task of await queue.take(now, 1)) await task(new AbortController().signal);
    for (const caller of ['b1', 'b2', 'a7'])
      await noteLoginFailure(get(), { caller, accountId: undefined }, now);
    const rows = await get()
      .read.selectFrom('login_failure')
      .selectAll()
      .where('count', '>', 1)
      .orderBy('address')
      .execute();
    expect(rows.map(({ address, count }) => [address, Number(count)])).toEqual([
      ['', 2],
      ['a7', 2],
    ]);
  });

  test('[IMP-11] an entry of the last hour is found, and those of a day are counted, in a log with many others', async () => {
    const entry = (itemId: number, at: number, verb: 'update' | 'login-failed' = 'login-failed') => ({
      at,
      user_id: 0,
      user_name: '',
      verb,
      kind: 'user' as const,
      item_id: itemId,
      summary: '',
      came_from: 'site' as const,
    });
    const add = (rows: readonly ReturnType<typeof entry>[]) =>
      get().write(async (tx) => {
        for (let at = 0; at < rows.length; at += 500)
          await tx.db
            .insertInto('activity')
            .values(rows.slice(at, at + 500))
            .execute();
      });
    const count = async () =>
      (await entries()).filter(([verb, , id]) => verb === 'login-failed' && id === who.editor).length;
    const fail = () => noteLoginFailure(get(), { caller: '203.0.113.9', accountId: who.editor }, now);
    await add([
      entry(who.editor, now - 60_000),
      ...Array.from({ length: 2500 }, () => entry(7, now, 'update')),
    ]);
    await fail();
    expect(await count()).toBe(1);

    await get().write((tx) => tx.db.deleteFrom('activity').execute());
    await add(Array.from({ length: 100 }, (_, n) => entry(1000 + n, now - 2 * 3_600_000)));
    await fail();
    expect(await count()).toBe(0);

    // Of the log only its end is read.
    await add(Array.from({ length: 2000 }, () => entry(7, now, 'update')));
    await fail();
    expect(await count()).toBe(1);
  });

  test('a database that refuses to write fails no log-in', async () => {
    const broken = {
      writeDerived: async () => {
        throw new Error('disk full');
      },
    };
    await expect(noteLoginFailure(broken, { caller: 'x', accountId: 1 })).resolves.toBeUndefined();
  });
});
