import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';
import { lockMs } from '../../../modules/posts/lock-store.ts';
import { deletePost } from '../../../modules/posts/writer.ts';

onBothDatabases('post locks', (get) => {
  const rest = useRestApp(get);
  const who = { mirai: 0, ada: 0, ben: 0, author: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const name of ['mirai', 'ada', 'ben'] as const)
        who[name] = await makeUser(tx, { login: name, roles: ['editor'], displayName: name.toUpperCase() });
      who.author = await makeUser(tx, { login: 'author', roles: ['author'] });
    });
  });

  const begin = async () => {
    const id = await get().write((tx) => makePost(tx, { authorId: who.mirai }));
    const path = `/broadsheet/v1/posts/${id}/lock`;
    const act = async (user: number, body: object) => {
      const { status, json } = await rest.sendAs(user, 'POST', path, body);
      return [
        status,
        json['mine'] ?? json['code'],
        (json['holder'] as { name: string } | undefined)?.name,
        json['asking'],
        (json['asked_by'] as { name: string } | null | undefined)?.name,
      ] as const;
    };
    const pass = (ms: number) =>
      get().write((tx) =>
        tx.db
          .updateTable('post_lock')
          .where('post_id', '=', id)
          .set((eb) => ({ seen_at: eb('seen_at', '-', ms), asked_at: eb('asked_at', '-', ms) }))
          .execute(),
      );
    return { id, path, act, pass };
  };

  test('[IMP-02] the first user holds the lock until they leave, hand it over, or are silent for 150 seconds', async () => {
    const { id, path, act, pass } = await begin();
    expect(await act(who.mirai, { window: 'a' })).toEqual([200, true, 'MIRAI', 'no', undefined]);
    expect(await act(who.ada, { window: 'b' })).toEqual([200, false, 'MIRAI', 'no', undefined]);
    expect(await act(who.ada, { window: 'b', act: 'ask' })).toEqual([
      200,
      false,
      'MIRAI',
      'waiting',
      undefined,
    ]);
    expect(await act(who.mirai, { window: 'a' })).toEqual([200, true, 'MIRAI', 'no', 'ADA']);
    expect(await act(who.mirai, { window: 'a', act: 'refuse' })).toEqual([
      200,
      true,
      'MIRAI',
      'no',
      undefined,
    ]);
    expect(await act(who.ada, { window: 'b' })).toEqual([200, false, 'MIRAI', 'refused', undefined]);
    await act(who.ada, { window: 'b', act: 'ask' });
    expect(await act(who.mirai, { window: 'a', act: 'give' })).toEqual([200, false, 'ADA', 'no', undefined]);
    expect(await act(who.ada, { window: 'b' })).toEqual([200, true, 'ADA', 'no', undefined]);
    expect(await act(who.mirai, { window: 'a', act: 'give' })).toEqual([
      409,
      'post_not_locked',
      undefined,
      undefined,
      undefined,
    ]);
    await pass(20_000);
    expect(await act(who.ben, { window: 'c', act: 'take' })).toEqual([200, true, 'BEN', 'no', undefined]);
    expect(await act(who.ada, { window: 'b' })).toEqual([200, false, 'BEN', 'no', undefined]);
    await pass(lockMs - 30_000);
    expect(await act(who.ada, { window: 'b' })).toEqual([200, false, 'BEN', 'no', undefined]);
    await pass(31_000);
    expect(await act(who.ada, { window: 'b' })).toEqual([200, true, 'ADA', 'no', undefined]);
    // Of a user's windows the last one counts.
    await act(who.ada, { window: 'b2' });
    const leave = async (window: string) =>
      (await rest.sendAs(who.ada, 'DELETE', `${path}?window=${window}`)).json['deleted'];
    expect([await leave('b'), await leave('b2'), await leave('b2')]).toEqual([false, true, false]);
    expect(await act(who.mirai, { window: 'a' })).toEqual([200, true, 'MIRAI', 'no', undefined]);
    const noted = await get()
      .read.selectFrom('activity')
      .select('summary')
      .where('item_id', '=', id)
      .where('kind', '=', 'post')
      .execute();
    expect(noted.map(({ summary }) => summary.split(': ').at(-1))).toEqual([
      `taken over from user ${who.ada}`,
    ]);
    await get().write((tx) => deletePost(tx, id));
    expect(
      await get().read.selectFrom('post_lock').select('post_id').where('post_id', '=', id).execute(),
    ).toEqual([]);
  });

  test('[IMP-02] hands the lock over with the last changes of its holder, or at once if the holder can’t be reached', async () => {
    const { id, path, act, pass } = await begin();
    const isClaimed = async (user: number, body: object) =>
      (await rest.sendAs(user, 'POST', path, body)).json['claimed'];
    await act(who.mirai, { window: 'a' });
    expect(await act(who.ada, { window: 'b', act: 'claim' })).toEqual([
      200,
      false,
      'MIRAI',
      'waiting',
      undefined,
    ]);
    expect([await isClaimed(who.ada, { window: 'b' }), await isClaimed(who.mirai, { window: 'a' })]).toEqual([
      false,
      true,
    ]);
    // Neither the owner nor another requester can block the claim.
    expect(await act(who.mirai, { window: 'a', act: 'refuse' })).toEqual([200, true, 'MIRAI', 'no', 'ADA']);
    expect(await act(who.ben, { window: 'c', act: 'ask' })).toEqual([200, false, 'MIRAI', 'no', undefined]);
    expect(await isClaimed(who.mirai, { window: 'a' })).toBe(true);
    await act(who.ada, { window: 'b', act: 'claim' });
    expect(await act(who.mirai, { window: 'a', act: 'give' })).toEqual([200, false, 'ADA', 'no', undefined]);
    expect(await act(who.ada, { window: 'b', act: 'claim' })).toEqual([200, true, 'ADA', 'no', undefined]);
    // An unresponsive window is not waited for, and requests expire.
    await pass(21_000);
    expect(await act(who.ben, { window: 'c', act: 'claim' })).toEqual([200, true, 'BEN', 'no', undefined]);
    await act(who.ada, { window: 'b', act: 'claim' });
    await pass(20_000);
    await act(who.ben, { window: 'c' }); // heard from, but makes no request
    expect(await act(who.ada, { window: 'b', act: 'take' })).toEqual([200, true, 'ADA', 'no', undefined]);
    const noted = await get()
      .read.selectFrom('activity')
      .select('summary')
      .where('item_id', '=', id)
      .where('kind', '=', 'post')
      .orderBy('id')
      .execute();
    expect(noted.map(({ summary }) => summary.split(': ').at(-1))).toEqual(
      [who.mirai, who.ada, who.ben].map((user) => `taken over from user ${user}`),
    );
  });

  test('[IMP-02] of two users who claim it, the second can’t force what the first was granted, and neither blocks the other', async () => {
    const { act, pass } = await begin();
    await act(who.mirai, { window: 'a' });
    await act(who.ada, { window: 'b', act: 'claim' });
    await act(who.ben, { window: 'c', act: 'claim' });
    expect(await act(who.mirai, { window: 'a', act: 'give' })).toEqual([200, false, 'BEN', 'no', undefined]);
    await act(who.ben, { window: 'c' });
    // Nothing has been requested from the current owner yet.
    expect(await act(who.ada, { window: 'b', act: 'take' })).toEqual([
      200,
      false,
      'BEN',
      'waiting',
      undefined,
    ]);
    await pass(10_000);
    await act(who.ben, { window: 'c' });
    expect(await act(who.mirai, { window: 'a', act: 'claim' })).toEqual([
      200,
      false,
      'BEN',
      'waiting',
      undefined,
    ]);
    expect(await act(who.ada, { window: 'b', act: 'take' })).toEqual([
      200,
      false,
      'BEN',
      'waiting',
      undefined,
    ]);
    await pass(10_000);
    await act(who.ben, { window: 'c' });
    expect(await act(who.mirai, { window: 'a', act: 'take' })).toEqual([200, true, 'MIRAI', 'no', undefined]);
  });

  test('[IMP-02] leaving while waiting cancels the request: the holder is not notified, and nothing is handed over', async () => {
    const { path, act } = await begin();
    const leave = async (user: number, window: string) =>
      (await rest.sendAs(user, 'DELETE', `${path}?window=${window}`)).json['deleted'];
    await act(who.mirai, { window: 'a' });
    for (const action of ['claim', 'ask']) {
      await act(who.ada, { window: 'b', act: action });
      expect(await leave(who.ben, 'c')).toBe(false); // a user without a request cancels none
      expect((await act(who.mirai, { window: 'a' })).at(-1)).toBe('ADA');
      expect(await leave(who.ada, 'b')).toBe(false);
      expect((await rest.sendAs(who.mirai, 'POST', path, { window: 'a' })).json).toMatchObject({
        mine: true,
        claimed: false,
        asked_by: null,
      });
      expect(await act(who.mirai, { window: 'a', act: 'give' })).toEqual([
        200,
        true,
        'MIRAI',
        'no',
        undefined,
      ]);
    }
    // Handed over while they leave.
    await act(who.ada, { window: 'b', act: 'claim' });
    await act(who.mirai, { window: 'a', act: 'give' });
    expect(await leave(who.ada, 'b')).toBe(true);
    expect(await act(who.ben, { window: 'c' })).toEqual([200, true, 'BEN', 'no', undefined]);
  });

  test('[IMP-02] of several windows of a user the last active one hands over, while it would count as active', async () => {
    const { act, pass } = await begin();
    await act(who.mirai, { window: 'a' });
    await act(who.mirai, { window: 'a2' });
    await act(who.ada, { window: 'b', act: 'claim' });
    await act(who.mirai, { window: 'a' });
    expect(await act(who.mirai, { window: 'a', act: 'give' })).toEqual([200, true, 'MIRAI', 'no', 'ADA']);
    expect(await act(who.mirai, { window: 'a2', act: 'give' })).toEqual([200, false, 'ADA', 'no', undefined]);
    await act(who.ada, { window: 'b' });
    await act(who.ben, { window: 'c', act: 'claim' });
    await pass(15_000);
    expect(await act(who.ada, { window: 'b2', act: 'give' })).toEqual([200, false, 'BEN', 'no', undefined]);
    // A request without a claim is granted by a button in any window.
    await act(who.ben, { window: 'c' });
    await act(who.ada, { window: 'b', act: 'ask' });
    expect(await act(who.ben, { window: 'c2', act: 'give' })).toEqual([200, false, 'ADA', 'no', undefined]);
  });

  test('[IMP-02] lists show locks of posts that the caller can edit, and malformed requests change nothing', async () => {
    const [one, two] = [await begin(), await begin()];
    await one.act(who.mirai, { window: 'a' });
    await two.act(who.ada, { window: 'b' });
    const list = async (user: number) =>
      (
        (await rest.getAs(user, `/broadsheet/v1/post-locks?include=${one.id},${two.id},999999`))
          .json as unknown as { post: number; mine: boolean; holder: { name: string } }[]
      )
        .map(({ post, mine, holder }) => [post, mine, holder.name])
        .toSorted();
    expect(await list(who.mirai)).toEqual([
      [one.id, true, 'MIRAI'],
      [two.id, false, 'ADA'],
    ]);
    expect(await list(who.author)).toEqual([]);
    expect((await rest.getAs(who.mirai, '/broadsheet/v1/post-locks')).json).toEqual([]);
    for (const body of [
      {},
      { window: '' },
      { window: 'a b' },
      { window: 'x'.repeat(41) },
      { window: 5 },
      { window: 'x', act: 'own' },
      { window: ['x'] },
    ]) {
      expect([body, ...(await one.act(who.ben, body)).slice(0, 2)]).toEqual([
        body,
        400,
        'rest_invalid_param',
      ]);
    }
    expect(
      (await rest.sendAs(who.ben, 'POST', one.path, { window: 'a b' })).json['data']?.['params'],
    ).toEqual({ window: expect.stringMatching(/^The field "window" .*at most 40/) });
    expect((await one.act(who.author, { window: 'x', act: 'take' })).slice(0, 2)).toEqual([
      403,
      'rest_cannot_edit',
    ]);
    expect(
      (await rest.sendAs(who.ben, 'POST', '/broadsheet/v1/posts/999999/lock', { window: 'x' })).status,
    ).toBe(404);
    const trashed = await get().write((tx) => makePost(tx, { authorId: who.ben, status: 'trash' }));
    expect(
      (await rest.sendAs(who.ben, 'POST', `/broadsheet/v1/posts/${trashed}/lock`, { window: 'x' })).status,
    ).toBe(409);
    expect(await list(who.mirai)).toEqual([
      [one.id, true, 'MIRAI'],
      [two.id, false, 'ADA'],
    ]);
    expect(rest.faults).toEqual([]);
  });
});
