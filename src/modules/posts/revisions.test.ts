import { expect, test } from 'vitest';
import { savedActor } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { registerPostType } from '../types/registry.ts';
import { findRevision, keepRevision, listRevisions } from './revisions.ts';
import { updatePost as storePost } from './post-commands.ts';
import { createPost, deletePost, updatePost } from './writer.ts';

const typed = (content: string) => ({ title: 'Typing', excerpt: '', content });

onBothDatabases('revisions', (get) => {
  const store = (
    ...[postId, authorId, kind, texts]: [
      number,
      number,
      'revision' | 'autosave',
      { title: string; excerpt: string; content: string }?,
    ]
  ) => get().write((tx) => keepRevision(tx, postId, authorId, kind, texts));

  test('keep former texts of a post, newest first, and are deleted with it', async () => {
    const post = await get().write((tx) =>
      createPost(tx, { title: 'First', content: '<p>one</p>', excerpt: 'e' }),
    );
    const first = await store(post, 1, 'revision');
    expect(await store(post, 2, 'revision')).toBe(first);
    await get().write((tx) => updatePost(tx, post, { title: 'Second', content: '<p>two</p>' }));
    const second = await store(post, 2, 'revision');
    const { revisions, total } = await listRevisions(get().read, post, { limit: 10 });
    expect([total, revisions.map(({ id, authorId, title, kind }) => [id, authorId, title, kind])]).toEqual([
      2,
      [
        [second, 2, 'Second', 'revision'],
        [first, 1, 'First', 'revision'],
      ],
    ]);
    expect(await findRevision(get().read, first)).toMatchObject({
      postId: post,
      title: 'First',
      content: '<p>one</p>',
      excerpt: 'e',
    });
    await get().write((tx) => deletePost(tx, post));
    expect(await findRevision(get().read, first)).toBeUndefined();
  });

  test('an autosave replaces the same user’s earlier one and leaves the post alone', async () => {
    const post = await get().write((tx) => createPost(tx, { title: 'Typing', content: 'a' }));
    const mine = await store(post, 1, 'autosave', typed('ab'));
    const theirs = await store(post, 2, 'autosave', typed('ax'));
    const newer = await store(post, 1, 'autosave', typed('abc'));
    expect(await findRevision(get().read, mine)).toBeUndefined();
    expect(
      (await listRevisions(get().read, post, { limit: 10 })).revisions
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([theirs, newer]);
    expect(await findRevision(get().read, newer)).toMatchObject({ kind: 'autosave', content: 'abc' });
    const row = await get()
      .read.selectFrom('post')
      .select('content')
      .where('id', '=', post)
      .executeTakeFirst();
    expect(row?.content).toBe('a');
  });

  test('[IMP-02] autosaves of types without revisions never become revisions, and are removed when they equal the post', async () => {
    const takeBack = registerPostType({
      name: 'poem',
      labels: { singular: 'Poem', plural: 'Poems' },
      supports: ['title', 'editor'],
    });
    try {
      const [userId, post] = await get().write(
        async (tx) =>
          [
            await makeUser(tx, { roles: ['administrator'] }),
            await createPost(tx, { type: 'poem', title: 'Typing', content: 'a' }),
          ] as const,
      );
      const editor = await savedActor(get(), userId);
      const storedKinds = async () =>
        (await listRevisions(get().read, post, { limit: 10 })).revisions.map(({ kind }) => kind);
      for (const windowId of ['1', '2', '3', '4', '5', '6']) {
        await get().write((tx) =>
          keepRevision(tx, post, editor.id, 'autosave', typed(`a${windowId}`), { began: 1, windowId }),
        );
      }
      expect(await storedKinds()).toEqual(Array.from({ length: 6 }, () => 'autosave'));
      await get().write((tx) => storePost(tx, editor, { id: post, content: 'a6' }, 1));
      expect(await storedKinds()).toEqual(Array.from({ length: 5 }, () => 'autosave'));
    } finally {
      takeBack();
    }
  });

  test('require a post', async () => {
    await expect(store(999_999, 1, 'revision')).rejects.toMatchObject({ status: 404 });
  });
});
