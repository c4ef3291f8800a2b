import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makeComment, makeMedia, makePost, makeUser } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { erasePerson } from '../accounts/personal-data.ts';
import { writeRevision } from '../posts/revisions.ts';
import { updatePost } from '../posts/writer.ts';
import { defaultSettings } from '../settings/settings.ts';
import { checkActorAgain } from './check-actor-again.ts';
import { operator } from './role.ts';
import { findUser } from './reader.ts';
import { findActor } from './roles.ts';
import { deleteUser } from './writer.ts';

const site = { settings: defaultSettings, siteUrl: 'https://paper.example' };

onBothDatabases('items assigned to an account that is deleted concurrently', (get) => {
  const make = (roles: readonly string[] = ['author']) => get().write((tx) => makeUser(tx, { roles }));

  const orphans = async () => {
    const { read } = get();
    const known = new Set([0, ...(await read.selectFrom('user').select('id').execute()).map(({ id }) => id)]);
    const ids = [
      ...(await read.selectFrom('post').select('author_id as id').execute()),
      ...(await read.selectFrom('revision').select('author_id as id').execute()),
      ...(await read.selectFrom('byline').select('user_id as id').execute()),
      ...(await read.selectFrom('comment').select('user_id as id').execute()),
    ];
    return ids.filter(({ id }) => !known.has(id));
  };

  const gifts: Record<string, (tx: Tx, to: number) => Promise<unknown>> = {
    'a post': (tx, to) => makePost(tx, { authorId: to }),
    'a place in a byline': async (tx, to) => makePost(tx, { authorIds: [await makeUser(tx), to] }),
    'a post by another user': async (tx, to) =>
      updatePost(tx, await makePost(tx, { authorId: await makeUser(tx) }), { authorId: to }),
    'a co-author position': async (tx, to) => {
      const first = await makeUser(tx);
      return updatePost(tx, await makePost(tx, { authorId: first }), { authorIds: [first, to] });
    },
    'a file': (tx, to) => makeMedia(tx, { authorId: to }),
    'a revision': async (tx, to) =>
      writeRevision(tx, {
        postId: await makePost(tx),
        authorId: to,
        kind: 'revision',
        title: '',
        excerpt: '',
        content: '',
        createdAt: 1,
      }),
    'a comment': async (tx, to) => makeComment(tx, { postId: await makePost(tx), userId: to }),
  };
  for (const [name, give] of Object.entries(gifts)) {
    test(`${name}: the first transaction wins, and the other one gets an error`, async () => {
      const heir = await make();
      const before = await make();
      expect(
        await during(
          get(),
          (tx) => give(tx, before),
          () => get().write((tx) => deleteUser(tx, before, heir)),
        ),
      ).toBeUndefined();
      const after = await make();
      const late = () => get().write((tx) => give(tx, after));
      expect(await during(get(), (tx) => deleteUser(tx, after, heir), late)).toMatchObject({
        code: 'rest_invalid_author',
      });
      expect([
        await findUser(get().read, before),
        await findUser(get().read, after),
        await orphans(),
      ]).toEqual([undefined, undefined, []]);
    });
  }

  test('concurrent deletions can have each other’s requester as the heir', async () => {
    const chief = await make(['administrator']);
    const leavers = await Promise.all(Array.from({ length: 6 }, () => make()));
    const actor = await findActor(get().read, chief);
    if (!actor) throw new Error('There is no administrator.');
    let together = 0;
    const all = leavers.map((leaver) =>
      get().write(async (tx) => {
        await checkActorAgain(tx, actor);
        // With several connections, both transactions hold the actor's account by now.
        if (tx.dialect.rowLocks && together++ < 2) await expect.poll(() => together).toBeGreaterThan(1);
        await deleteUser(tx, leaver, chief);
      }),
    );
    await Promise.all(all);
    expect([together, await orphans()]).toEqual([get().dialect.rowLocks ? 6 : 0, []]);
  });

  test('without an heir, nothing is left behind either', async () => {
    const leaver = await make();
    expect(
      await during(
        get(),
        (tx) => makePost(tx, { authorId: leaver }),
        () => get().write((tx) => deleteUser(tx, leaver)),
      ),
    ).toMatchObject({ code: 'rest_user_invalid_reassign' });
    expect([(await findUser(get().read, leaver))?.id, await orphans()]).toEqual([leaver, []]);
    expect(
      await during(
        get(),
        (tx) => makePost(tx, { authorId: leaver }),
        () => get().write((tx) => erasePerson(tx, operator(), { id: leaver }, 1, site)),
      ),
    ).toMatchObject({ code: 'rest_user_invalid_reassign' });
  });

  test('two deletions of each other’s heirs don’t deadlock, and the second finds no heir', async () => {
    const [one, other] = [await make(), await make()];
    const both = await Promise.allSettled([
      get().write((tx) => deleteUser(tx, one, other)),
      get().write((tx) => deleteUser(tx, other, one)),
    ]);
    // The second transaction finds the account, or its heir, deleted.
    const left = [await findUser(get().read, one), await findUser(get().read, other)].filter(
      (user) => user !== undefined,
    );
    expect([
      left.length,
      both.filter(({ status }) => status === 'fulfilled').length,
      await orphans(),
    ]).toEqual([1, 1, []]);
  });
});
