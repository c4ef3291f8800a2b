import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { during } from '../../../test/harness/during.ts';
import { makeComment, makePost } from '../../../test/harness/factories.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { listActivity } from '../activity/reader.ts';
import { defaultSettings } from '../settings/settings.ts';
import type { Actor } from '../../kernel/permission.ts';
import { moderateComment, editComment } from './commands.ts';
import { findComment } from './reader.ts';
import { submitComment } from './submit.ts';
import { deleteComment } from './store.ts';

onBothDatabases('comment commands', (get) => {
  let actors: Actors;
  const made = async (
    input: Partial<Parameters<typeof makeComment>[1]> = {},
    authorId = actors.administrator.id,
  ) => get().write(async (tx) => makeComment(tx, { postId: await makePost(tx, { authorId }), ...input }));
  const moderate = (input: unknown, from: unknown, actor: Actor = actors.editor) =>
    get().write((tx) =>
      moderateComment(
        tx,
        actor,
        input as Parameters<typeof moderateComment>[2],
        from as Parameters<typeof moderateComment>[3],
      ),
    );
  const edit = (input: unknown, from: unknown, actor: Actor = actors.editor) =>
    get().write((tx) =>
      editComment(
        tx,
        actor,
        input as Parameters<typeof editComment>[2],
        from as Parameters<typeof editComment>[3],
      ),
    );
  const seen = async (id: number) => {
    const { content, authorName } =
      (await findComment(get().read, id)) ?? expect.fail(`There is no comment ${id}.`);
    return { content, authorName };
  };

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('accepts a comment from a user who sees the post while its discussion is open, and records it under their name', async () => {
    let serial = 0;
    const send = async (
      input: Parameters<typeof makePost>[1],
      actor: Actor | undefined,
      typedPassword = '',
    ) => {
      const postId = await get().write((tx) => makePost(tx, input));
      return get().write((tx) =>
        submitComment(
          tx,
          actor,
          {
            postId,
            parentId: 0,
            content: `Words ${++serial}`,
            authorName: 'Ann',
            authorEmail: '',
            authorUrl: '',
            ip: '203.0.113.9',
            userAgent: '',
            trapped: false,
            pass: undefined,
            unlocks: (password) => password === typedPassword,
            at: Date.now(),
          },
          { ...defaultSettings, comment_registration: true },
        ),
      );
    };
    const count = async () => (await get().read.selectFrom('comment').select('id').execute()).length;
    const before = await count();
    const hidden: readonly Parameters<typeof makePost>[1][] = [
      { status: 'private', commentStatus: 'closed' },
      { status: 'draft' },
      { status: 'trash' },
      { password: 'sesame' },
      { type: 'wp_navigation' },
    ];
    for (const input of hidden) {
      for (const actor of [actors.subscriber, undefined])
        await expect(send(input, actor, 'guessed')).rejects.toMatchObject({ status: 404 });
    }
    await expect(send({ commentStatus: 'closed' }, actors.administrator)).rejects.toMatchObject({
      status: 403,
      code: 'comment_closed',
    });
    await expect(send({}, undefined)).rejects.toMatchObject({
      status: 403,
      message: 'You must be logged in to post a comment.',
    });
    expect(await count()).toBe(before);
    const { id } = await send({ password: 'sesame' }, actors.subscriber, 'sesame');
    expect(await listActivity(get().read, { kind: 'comment', itemId: id, limit: 9 })).toMatchObject([
      {
        verb: 'create',
        userId: actors.subscriber.id,
        summary: expect.stringMatching(/^on post \d+: (?:approved|hold)$/) as string,
      },
    ]);
  });

  test('a reply to a comment that is deleted concurrently replaces it, in either order', async () => {
    const submit = (tx: Tx, postId: number, parentId: number) =>
      submitComment(
        tx,
        actors.administrator,
        {
          postId,
          parentId,
          content: `An answer to ${parentId}`,
          authorName: 'Ann',
          authorEmail: '',
          authorUrl: '',
          ip: '203.0.113.9',
          userAgent: '',
          trapped: false,
          pass: undefined,
          unlocks: () => false,
          at: Date.now(),
        },
        { ...defaultSettings, thread_comments: true },
      );
    const placesOn = async (postId: number) =>
      (
        await get()
          .read.selectFrom('comment')
          .select(['id', 'parent_id', 'thread_id'])
          .where('post_id', '=', postId)
          .orderBy('id')
          .execute()
      ).map((row) => [row.id, row.parent_id, row.thread_id]);
    const thread = async () => {
      const first = await made({ status: 'approved' });
      const { postId } = (await findComment(get().read, first)) ?? expect.fail('There is no comment.');
      const second = await get().write((tx) =>
        makeComment(tx, { postId, parentId: first, status: 'approved' }),
      );
      return { postId, first, second };
    };
    for (const isDeletedFirst of [true, false]) {
      const race = async (postId: number, parentId: number, deletedId: number) => {
        if (isDeletedFirst)
          await during(
            get(),
            (tx) => deleteComment(tx, deletedId),
            () => get().write((tx) => submit(tx, postId, parentId)),
          );
        else
          await during(
            get(),
            (tx) => submit(tx, postId, parentId),
            () => get().write((tx) => deleteComment(tx, deletedId)),
          );
        return placesOn(postId);
      };
      const low = await thread();
      const [stays, answer] = await race(low.postId, low.second, low.second);
      const parent = isDeletedFirst ? 0 : low.first;
      expect([stays, answer?.slice(1)]).toEqual([
        [low.first, 0, low.first],
        [parent, parent || answer?.[0]],
      ]);
      // The comment that is replied to stays and now starts the thread.
      const high = await thread();
      expect((await race(high.postId, high.second, high.first)).map((row) => row.slice(1))).toEqual([
        [0, high.second],
        [high.second, high.second],
      ]);
    }
  });

  test('moderators and users who can edit the post manage comments', async () => {
    const acts = [
      (actor: Actor | undefined, id: number) =>
        get().write((tx) => moderateComment(tx, actor, { id, status: 'spam' }, 'approved')),
      async (actor: Actor | undefined, id: number) => {
        const from = await seen(id);
        await get().write((tx) => editComment(tx, actor, { id, content: 'Other words' }, from));
      },
    ];
    for (const act of acts) {
      expect(await whoMay(actors, async (actor) => act(actor, await made()))).toBe('administrator editor');
      expect(await whoMay(actors, async (actor) => act(actor, await made({}, actor?.id)))).toBe(
        'administrator editor author',
      );
    }
    const [open, held] = [await made(), await made({ status: 'hold' })];
    await expect(moderate({ id: open, status: 'spam' }, 'approved', actors.author)).rejects.toMatchObject({
      status: 403,
      code: 'rest_cannot_edit',
    });
    for (const id of [held, 999_999]) {
      await expect(moderate({ id, status: 'approved' }, 'hold', actors.author)).rejects.toMatchObject({
        status: 404,
        code: 'rest_comment_invalid_id',
      });
      await expect(
        get().write((tx) => moderateComment(tx, undefined, { id, status: 'approved' }, 'hold')),
      ).rejects.toMatchObject({ status: 401 });
    }
    expect((await findComment(get().read, held))?.status).toBe('hold');
  });

  test('does not overwrite a status that another user changed concurrently, and leaves no trace of an unchanged one', async () => {
    const id = await made({ status: 'hold' });
    await moderate({ id, status: 'spam' }, 'hold');
    await expect(moderate({ id, status: 'approved' }, 'hold')).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: 'approved',
      theirs: 'spam',
    });
    expect(await emittedBy(get(), () => moderate({ id, status: 'spam' }, 'spam'))).toEqual([]);
    const tries = await Promise.allSettled(
      ['approved', 'trash'].map((status) => moderate({ id, status }, 'spam')),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listActivity(get().read, { kind: 'comment', itemId: id, limit: 9 })).toMatchObject([
      { verb: 'update', userId: actors.editor.id },
      { summary: expect.stringMatching(/^on post \d+: hold → spam$/) as string },
    ]);
  });

  test('sanitizes edits like visitors’ comments, and refuses a stale change with both versions', async () => {
    const id = await made();
    const from = await seen(id);
    await edit(
      { id, content: 'Fair <b>words</b><script>x()</script><img src=x>', authorName: '<i>Ann</i> & Co' },
      from,
      actors.administrator,
    );
    expect(await seen(id)).toEqual({ content: 'Fair <b>words</b>', authorName: 'Ann &amp; Co' });
    await expect(edit({ id, content: 'Mine' }, from)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { content: 'Mine' },
      theirs: { content: 'Fair <b>words</b>', authorName: 'Ann &amp; Co' },
    });
    expect(
      await emittedBy(get(), async () => edit({ id, content: 'Fair <b>words</b>' }, await seen(id))),
    ).toEqual([]);
    expect(
      (await listActivity(get().read, { kind: 'comment', itemId: id, limit: 9 })).map(({ summary }) =>
        summary.replace(/\d+/, 'N'),
      ),
    ).toEqual(['on post N: content, authorName']);
  });

  test('refuses invalid input, and writes nothing', async () => {
    const id = await made();
    const from = await seen(id);
    for (const input of [
      null,
      {},
      { id },
      { id, status: 'odd' },
      { id, status: 7 },
      { id: 0, status: 'spam' },
      { id, status: 'spam', x: 1 },
    ]) {
      await expect(moderate(input, 'approved'), JSON.stringify(input)).rejects.toMatchObject({ status: 400 });
    }
    for (const input of [
      null,
      { id, content: '<p></p>' },
      { id, authorName: ' ' },
      { id, content: 'x'.repeat(65_526) },
      { id, content: 7 },
      { id, authorEmail: 'a@b.example' },
      { id, content: 'a\0' },
    ])
      await expect(edit(input, from), JSON.stringify(input)?.slice(0, 60)).rejects.toMatchObject({
        status: 400,
      });
    for (const seenFrom of [undefined, null]) {
      await expect(moderate({ id, status: 'spam' }, seenFrom)).rejects.toMatchObject({
        status: 400,
        code: 'revision_missing',
      });
      await expect(edit({ id, content: 'x' }, seenFrom)).rejects.toMatchObject({
        status: 400,
        code: 'revision_missing',
      });
    }
    expect(await seen(id)).toEqual(from);
  });
});
