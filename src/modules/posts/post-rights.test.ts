import { beforeAll, expect, test } from 'vitest';
import { makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeUser, postOf } from '../../../test/harness/factories.ts';
import { listActivity } from '../activity/reader.ts';
import type { Actor } from '../../kernel/permission.ts';
import { createPost, updatePost, trashPost, restorePost, deletePost } from './post-commands.ts';
import type { PostStatus } from './model.ts';
import { updatePost as writePost } from './writer.ts';
import type { PostInput } from './writer.ts';

const writers = 'administrator editor author contributor';
const publishers = 'administrator editor author';
const editors = 'administrator editor';
const ahead = Date.UTC(2090, 0, 1);

onBothDatabases('permissions on posts', (get) => {
  let actors: Actors;
  let other = 0;
  const made = async (input: Partial<PostInput>) => {
    const id = await get().write((tx) =>
      makePost(tx, { ...input, ...(input.status === 'future' ? { publishedAt: ahead } : {}) }),
    );
    return postOf(get().read, id);
  };
  /** Actors who may do it with their own posts, and with others'. */
  const table = async (
    input: Partial<PostInput>,
    act: (actor: Actor | undefined, id: number, revision: number) => Promise<unknown>,
  ) => ({
    own: await whoMay(actors, async (actor) => {
      const { id, revision } = await made({ ...input, authorId: actor?.id ?? other });
      await act(actor, id, revision);
    }),
    others: await whoMay(actors, async (actor) => {
      const { id, revision } = await made({ ...input, authorId: other });
      await act(actor, id, revision);
    }),
  });
  const update =
    (changes: Omit<Parameters<typeof updatePost>[2], 'id'>) =>
    (actor: Actor | undefined, id: number, from: number) =>
      get().write((tx) => updatePost(tx, actor, { id, ...changes }, from));

  beforeAll(async () => {
    actors = await makeActors(get());
    other = await get().write((tx) => makeUser(tx));
  });

  test('writers create drafts, publishers publish, and editors create pages', async () => {
    const create = (input: Parameters<typeof createPost>[2]) =>
      whoMay(actors, (actor) => get().write((tx) => createPost(tx, actor, input)));
    expect(await create({ title: 'A draft' })).toBe(writers);
    expect(await create({ title: 'To be read', status: 'pending' })).toBe(writers);
    for (const status of ['publish', 'private', 'future'] as const)
      expect(await create({ title: 'Out', status, publishedAt: ahead }), status).toBe(publishers);
    expect(await create({ title: 'Behind a word', password: 'sesame' })).toBe(publishers);
    expect(await create({ title: 'On top', sticky: true })).toBe(publishers);
    expect(await create({ title: 'Ghost-written', authorIds: [other] })).toBe(editors);
    expect(await create({ type: 'page', title: 'A page' })).toBe(editors);
    expect(await create({ type: 'page', title: 'A page', status: 'publish' })).toBe(editors);
  });

  test('users change only posts that they can edit', async () => {
    const statuses: readonly [PostStatus, string][] = [
      ['draft', writers],
      ['pending', writers],
      ['private', writers],
      ['publish', publishers],
      ['future', publishers],
    ];
    for (const [status, own] of statuses) {
      expect(await table({ status }, update({ title: 'Changed' })), status).toEqual({ own, others: editors });
      expect(await table({ status, type: 'page' }, update({ title: 'Changed' })), `page ${status}`).toEqual({
        own: editors,
        others: editors,
      });
    }
    expect(await table({ password: 'sesame' }, update({ title: 'Changed' }))).toEqual({
      own: publishers,
      others: editors,
    });
  });

  test('checks the rights on fields sent with a change, too', async () => {
    for (const changes of [
      { status: 'publish' },
      { status: 'private' },
      { status: 'future', publishedAt: ahead },
      { password: 'sesame' },
    ] as const) {
      expect(await table({ status: 'draft' }, update(changes)), JSON.stringify(changes)).toEqual({
        own: publishers,
        others: editors,
      });
    }
    expect(await table({ status: 'draft' }, update({ sticky: true }))).toEqual({
      own: publishers,
      others: editors,
    });
    expect(await table({ status: 'draft' }, update({ authorIds: [other, actors.editor.id] }))).toEqual({
      own: editors,
      others: editors,
    });
    expect(await table({ status: 'draft' }, update({ status: 'pending', publishedAt: 5 }))).toEqual({
      own: writers,
      others: editors,
    });
  });

  test('users trash, restore and delete only posts that they can delete', async () => {
    const acts = {
      trash: (actor: Actor | undefined, id: number, from: number) =>
        get().write((tx) => trashPost(tx, actor, { id }, from)),
      remove: (actor: Actor | undefined, id: number, from: number) =>
        get().write((tx) => deletePost(tx, actor, { id }, from)),
      restore: (actor: Actor | undefined, id: number, from: number) =>
        get().write((tx) => restorePost(tx, actor, { id }, from)),
    };
    const statuses: readonly [PostStatus, string][] = [
      ['draft', writers],
      ['private', writers],
      ['publish', publishers],
    ];
    for (const [status, own] of statuses) {
      for (const act of [acts.trash, acts.remove])
        expect(await table({ status }, act), status).toEqual({ own, others: editors });
    }
    expect(await table({ status: 'trash' }, acts.restore)).toEqual({ own: writers, others: editors });
    expect(await table({ status: 'trash', type: 'page' }, acts.remove)).toEqual({
      own: editors,
      others: editors,
    });
  });

  test('trashing a post does not bypass the rights on published, scheduled or private posts', async () => {
    const inTrash = (before: PostStatus) =>
      ({ status: 'trash', meta: { _wp_trash_meta_status: [before] } }) as const;
    const acts = {
      restore: (actor: Actor | undefined, id: number, from: number) =>
        get().write((tx) => restorePost(tx, actor, { id }, from)),
      remove: (actor: Actor | undefined, id: number, from: number) =>
        get().write((tx) => deletePost(tx, actor, { id }, from)),
    };
    const statuses: readonly [PostStatus, string][] = [
      ['draft', writers],
      ['pending', writers],
      ['private', writers],
      ['publish', publishers],
      ['future', publishers],
    ];
    for (const [before, own] of statuses) {
      for (const act of [acts.restore, acts.remove])
        expect(await table(inTrash(before), act), before).toEqual({ own, others: editors });
      expect(await table({ type: 'page', ...inTrash(before) }, acts.restore), before).toEqual({
        own: editors,
        others: editors,
      });
    }
    // A custom role that may edit others' drafts, but not their private or published posts.
    const capabilities = new Set([
      'read',
      'edit_posts',
      'edit_others_posts',
      'delete_posts',
      'delete_others_posts',
      'publish_posts',
    ]);
    const secretary: Actor = { ...actors.contributor, capabilities };
    for (const before of ['private', 'publish', 'future'] as const) {
      for (const act of [acts.restore, acts.remove, update({ title: 'x' })]) {
        const thrown = await made({ ...inTrash(before), authorId: other });
        await expect(act(secretary, thrown.id, thrown.revision), before).rejects.toMatchObject({
          status: 404,
          code: 'rest_post_invalid_id',
        });
        expect(await postOf(get().read, thrown.id)).toEqual(thrown);
      }
    }
    const draft = await made({ ...inTrash('draft'), authorId: other });
    await acts.restore(secretary, draft.id, draft.revision);
    expect((await postOf(get().read, draft.id)).status).toBe('draft');
  });

  test('a trashed post retains its former status', async () => {
    const { id } = await made({ status: 'private', authorId: other });
    const now = async () => {
      const { status, trashedStatus, revision } = await postOf(get().read, id);
      return { statuses: `${status} ${trashedStatus}`.trim(), revision };
    };
    const boss = actors.administrator;
    await get().write((tx) => trashPost(tx, boss, { id }, 1));
    expect((await now()).statuses).toBe('trash private');
    // An unrelated change by another writer, such as an import, keeps the former status; new trash meta replace it.
    await get().write((tx) => writePost(tx, id, { title: 'Still there' }));
    expect((await now()).statuses).toBe('trash private');
    await get().write((tx) =>
      writePost(tx, id, { status: 'trash', meta: { _wp_trash_meta_status: ['publish'] } }),
    );
    expect((await now()).statuses).toBe('trash publish');
    await get().write(async (tx) => restorePost(tx, boss, { id }, (await now()).revision));
    expect((await now()).statuses).toBe('draft');
    await get().write((tx) => writePost(tx, id, { status: 'pending' }));
    await get().write((tx) => writePost(tx, id, { status: 'trash' }));
    expect((await now()).statuses).toBe('trash pending');
    await get().write((tx) => writePost(tx, id, { status: 'publish' }));
    expect((await now()).statuses).toBe('publish');
  });

  test('posts that users can’t read are reported as missing, and readable ones as read-only', async () => {
    const [draft, open] = [await made({ status: 'draft', authorId: other }), await made({ authorId: other })];
    const before = await listActivity(get().read, { limit: 1 });
    for (const actor of [actors.author, actors.contributor, actors.subscriber]) {
      await expect(update({ title: 'x' })(actor, draft.id, draft.revision)).rejects.toMatchObject({
        status: 404,
        code: 'rest_post_invalid_id',
      });
      await expect(update({ title: 'x' })(actor, 999_999, 1)).rejects.toMatchObject({
        status: 404,
        code: 'rest_post_invalid_id',
      });
      await expect(update({ title: 'x' })(actor, open.id, open.revision)).rejects.toMatchObject({
        status: 403,
        code: 'rest_cannot_edit',
      });
    }
    for (const id of [draft.id, open.id, 999_999])
      await expect(update({ title: 'x' })(undefined, id, 1)).rejects.toMatchObject({ status: 401 });
    expect([await postOf(get().read, draft.id), await postOf(get().read, open.id)]).toEqual([draft, open]);
    expect(await listActivity(get().read, { limit: 1 })).toEqual(before);
  });

  test('no user can show a picture that they can’t see: one of a draft, a private or a password-protected post', async () => {
    const pictureOf = (input: Partial<PostInput>) =>
      get().write(async (tx) =>
        makeMedia(tx, { authorId: other, parentId: await makePost(tx, { authorId: other, ...input }) }),
      );
    const lead = async (featuredMediaId: number) => {
      const shown: string[] = [];
      for (const name of ['administrator', 'editor', 'author', 'contributor'] as const) {
        const actor = actors[name];
        const { id, revision } = await made({ status: 'draft', authorId: actor.id });
        const done = await Promise.allSettled([
          update({ featuredMediaId })(actor, id, revision),
          get().write((tx) => createPost(tx, actor, { title: 'With it', featuredMediaId })),
        ]);
        const faults = done.map((one) => (one.status === 'rejected' ? String(one.reason) : ''));
        if (faults.every((fault) => fault === '')) shown.push(name);
        else
          expect([name, faults]).toEqual([
            name,
            Array(2).fill(expect.stringContaining(`There is no picture ${featuredMediaId} in the library.`)),
          ]);
      }
      return shown.join(' ');
    };
    for (const input of [{ status: 'draft' }, { status: 'private' }, { password: 'sesame' }] as const) {
      expect(await lead(await pictureOf(input)), JSON.stringify(input)).toBe(editors);
    }
    expect(await lead(await pictureOf({}))).toBe(writers);
    // An image chosen by an editor stays when the author edits the post.
    const hidden = await pictureOf({ status: 'draft' });
    const own = await made({ status: 'draft', authorId: actors.author.id, featuredMediaId: hidden });
    await update({ title: 'Another', featuredMediaId: hidden })(actors.author, own.id, own.revision);
    expect(await postOf(get().read, own.id)).toMatchObject({ title: 'Another', featuredMediaId: hidden });
  });
});
