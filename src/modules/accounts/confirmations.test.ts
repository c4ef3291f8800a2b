import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { findConfirmation, listConfirmations } from './confirmations.ts';

onBothDatabases('pending confirmations', (get) => {
  test('[AUTH-14] a confirmation is found by its id, however many came since, until it expires', async () => {
    const row = (at: number, kind = 'registration') => ({
      id: `${kind} ${at}`,
      kind,
      user_id: 0,
      data: JSON.stringify({ login: `guest${at}`, email: `guest${at}@mail.example` }),
      created_at: at,
      expires_at: 9000,
    });
    await get().write((tx) =>
      tx.db
        .insertInto('account_token')
        .values([...Array.from({ length: 501 }, (_, at) => row(at)), row(1, 'password')])
        .execute(),
    );
    const { read } = get();
    const listed = await listConfirmations(read, 8999);
    expect([listed.length, listed[0]?.id, listed.at(-1)?.id]).toEqual([
      500,
      'registration 500',
      'registration 1',
    ]);
    expect(await findConfirmation(read, 'registration 0', 8999)).toEqual({
      id: 'registration 0',
      kind: 'registration',
      userId: 0,
      login: 'guest0',
      email: 'guest0@mail.example',
      createdAt: 0,
      until: 9000,
    });
    expect([
      await findConfirmation(read, 'registration 0', 9000),
      await findConfirmation(read, 'password 1', 8999),
    ]).toEqual([undefined, undefined]);
  });
});
