import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import { createPost, deletePost, updatePost } from '../posts/writer.ts';
import {
  countCommentsByStatus,
  findComment,
  findCommentPages,
  findNewestComments,
  findThread,
  listComments,
} from './reader.ts';
import { inThreadOrder, placeComments } from './model.ts';
import { createComment, deleteComment, repairComments, updateComment } from './store.ts';
import type { CommentInput } from './store.ts';

onBothDatabases('comments', (get) => {
  let clock = 1000;
  const post = (title: string) => get().write((tx) => createPost(tx, { title, status: 'publish' }));
  const say = (postId: number, content: string, more: Partial<CommentInput> = {}) =>
    get().write((tx) =>
      createComment(tx, { postId, content, status: 'approved', createdAt: clock++, ...more }),
    );
  const thread = (postId: number, { threads = 10, comments = 100, newestFirst = false, page = 1 } = {}) =>
    findThread(get().read, postId, { size: { threads, comments }, newestFirst }, page);
  const shown = async (postId: number, options: Parameters<typeof thread>[1] = {}) =>
    (await thread(postId, options)).comments.map(({ content, depth }) => `${'-'.repeat(depth)}${content}`);
  const count = async (postId: number) =>
    (
      await get()
        .read.selectFrom('post')
        .select('comment_count')
        .where('id', '=', postId)
        .executeTakeFirstOrThrow()
    ).comment_count;
  const emittedDuring = async (work: () => Promise<unknown>) => {
    const emitted: Emission[] = [];
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    await work();
    stop();
    return emitted.map(({ tag, urgency }) => `${tag} ${urgency}`);
  };

  test('are listed in threads, paged by threads', async () => {
    const id = await post('Threads');
    const first = await say(id, 'a');
    await say(id, 'b');
    const answer = await say(id, 'a1', { parentId: first });
    await say(id, 'a2', { parentId: first });
    await say(id, 'a1x', { parentId: answer });
    await say(id, 'c');
    expect(await shown(id)).toEqual(['a', '-a1', '--a1x', '-a2', 'b', 'c']);
    expect(await shown(id, { threads: 2 })).toEqual(['a', '-a1', '--a1x', '-a2', 'b']);
    expect(await shown(id, { threads: 2, page: 2 })).toEqual(['c']);
    expect(await shown(id, { threads: 2, newestFirst: true })).toEqual(['c', 'b']);
    expect(await thread(id, { threads: 1, page: 4 })).toEqual({
      comments: [],
      pings: [],
      pages: 3,
      total: 6,
    });
    // A thread longer than a page continues on the next one.
    expect(await Promise.all([1, 2, 3].map((page) => shown(id, { comments: 3, page })))).toEqual([
      ['a', '-a1', '--a1x'],
      ['-a2', 'b', 'c'],
      [],
    ]);
    const places = async (
      size: { readonly threads: number; readonly comments: number },
      newestFirst = false,
    ) => {
      const written = await get()
        .read.selectFrom('comment')
        .select(['id', 'parent_id'])
        .where('post_id', '=', id)
        .orderBy('id')
        .execute();
      const pages = await findCommentPages(
        get().read,
        [...written, { id: -1, parent_id: answer }, { id: -2, parent_id: 0 }].map((row) => ({
          id: row.id,
          postId: id,
          parentId: row.parent_id,
        })),
        { size, newestFirst },
      );
      return [...pages.values()];
    };
    expect(await places({ threads: 2, comments: 100 })).toEqual([1, 1, 1, 1, 1, 2, 1, 2]);
    expect(await places({ threads: 2, comments: 100 }, true)).toEqual([2, 1, 2, 2, 2, 1, 2, 1]);
    expect(await places({ threads: 10, comments: 3 })).toEqual([1, 2, 1, 2, 1, 2, 1, 2]);
    expect(await places({ threads: 100, comments: 100 })).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(await findComment(get().read, answer)).toMatchObject({
      parentId: first,
      threadId: first,
      status: 'approved',
      type: 'comment',
      content: 'a1',
    });
    expect(await count(id)).toBe(6);
  });

  test('include and count only approved ones', async () => {
    const id = await post('Moderation');
    const first = await say(id, 'held', { status: 'hold' });
    await say(id, 'answer', { parentId: first });
    await say(id, 'ping', { type: 'pingback' });
    expect((await thread(id)).pings.map(({ content }) => content)).toEqual(['ping']);
    expect(await shown(id)).toEqual([]);
    expect(await count(id)).toBe(2);
    await get().write((tx) => updateComment(tx, first, { status: 'approved', content: 'mended' }));
    expect(await shown(id)).toEqual(['mended', '-answer']);
    expect((await thread(id)).total).toBe(2);
    expect(await count(id)).toBe(3);
    for (const status of ['spam', 'trash', 'trash'] as const)
      await get().write((tx) => updateComment(tx, first, { status }));
    expect(await count(id)).toBe(2);
    expect(await countCommentsByStatus(get().read, id)).toEqual({ approved: 2, hold: 0, spam: 0, trash: 1 });
    expect((await countCommentsByStatus(get().read)).approved).toBeGreaterThanOrEqual(2);
    await expect(get().write((tx) => updateComment(tx, 999_999, { content: 'x' }))).rejects.toThrow(
      'no comment 999999',
    );
    await expect(say(999_999, 'x')).rejects.toThrow('no post 999999');
  });

  test('emit a change for all that visitors see differently', async () => {
    const id = await post('Tags');
    const visible = await say(id, 'visible');
    const changed = [`comments:${id} change`, `post:${id} change`, 'list:comments change'];
    const removed = [`comments:${id} remove`, `post:${id} change`, 'list:comments remove'];
    expect(await emittedDuring(() => say(id, 'new'))).toEqual(changed);
    expect(await emittedDuring(() => say(id, 'held', { status: 'hold' }))).toEqual([]);
    expect(
      await emittedDuring(() => get().write((tx) => updateComment(tx, visible, { content: 'other' }))),
    ).toEqual(changed);
    expect(
      await emittedDuring(() => get().write((tx) => updateComment(tx, visible, { status: 'spam' }))),
    ).toEqual(removed);
    expect(await emittedDuring(() => get().write((tx) => deleteComment(tx, visible)))).toEqual([]);
  });

  test('move up when their parent is deleted', async () => {
    const id = await post('Deleting');
    const a = await say(id, 'a');
    const b = await say(id, 'b', { parentId: a });
    await say(id, 'c', { parentId: b });
    await say(id, 'd', { parentId: b });
    await get().write((tx) => deleteComment(tx, b));
    expect(await shown(id)).toEqual(['a', '-c', '-d']);
    await get().write((tx) => deleteComment(tx, a));
    expect(await shown(id)).toEqual(['c', 'd']);
    expect(await count(id)).toBe(2);
    await get().write((tx) => deleteComment(tx, a));
    expect((await thread(id)).total).toBe(2);
  });

  test('the site’s newest are those on listed posts', async () => {
    const listed = await post('Listed');
    const hidden = await post('Hidden');
    clock += 1_000_000;
    await say(listed, 'one');
    await say(hidden, 'two');
    await say(listed, 'ping', { type: 'trackback' });
    await say(listed, 'spam', { status: 'spam' });
    await get().write((tx) => updatePost(tx, hidden, { password: 'secret' }));
    const newest = async (withPings: boolean) =>
      (await findNewestComments(get().read, 2, { withPings })).map(({ content }) => content);
    expect((await newest(false))[0]).toBe('one');
    expect(await newest(true)).toEqual(['ping', 'one']);
    const list = await listComments(get().read, {
      postIds: [listed, hidden],
      onListedPosts: true,
      order: 'oldest',
      limit: 1,
      offset: 1,
    });
    expect([list.comments.map(({ content }) => content), list.total]).toEqual([['ping'], 2]);
    expect((await listComments(get().read, { postIds: [], limit: 5 })).total).toBe(0);
    expect(
      (
        await listComments(get().read, {
          postIds: [listed],
          statuses: ['spam'],
          types: ['comment'],
          limit: 5,
        })
      ).total,
    ).toBe(1);
    await get().write((tx) => deletePost(tx, hidden));
    expect((await listComments(get().read, { postIds: [hidden], limit: 5 })).total).toBe(0);
  });

  test('imported in any order find their threads', async () => {
    const id = await post('Imported');
    const other = await post('Other');
    const foreign = await say(other, 'foreign');
    await say(id, 'answer', { id: 50_002, parentId: 50_001 });
    await say(id, 'first', { id: 50_001 });
    await say(id, 'orphan', { id: 50_003, parentId: 49_999 });
    await say(id, 'strayed', { id: 50_004, parentId: foreign });
    await say(id, 'circle', { id: 50_005, parentId: 50_006 });
    await say(id, 'round', { id: 50_006, parentId: 50_005 });
    await say(id, 'itself', { id: 50_007, parentId: 50_007 });
    await get().write((tx) => repairComments(tx, id));
    expect(await shown(id)).toEqual(['first', '-answer', 'orphan', 'strayed', 'circle', '-round', 'itself']);
    expect(await count(id)).toBe(7);
  });
});

test('threads of any depth are read without recursion', () => {
  const depth = 100_000;
  const chain = Array.from({ length: depth }, (_, index) => ({ id: index + 1, parentId: index }));
  expect(new Set([...placeComments(chain.toReversed()).values()].map(({ threadId }) => threadId))).toEqual(
    new Set([1]),
  );
  expect(inThreadOrder(chain, [1]).at(-1)).toEqual({ id: depth, parentId: depth - 1, depth: depth - 1 });
  const wheel = chain.map(({ id, parentId }) => ({ id, parentId: parentId || depth }));
  expect([...placeComments(wheel).values()].filter(({ parentId }) => parentId === 0).length).toBe(1);
});

test('pages through more comments than a statement can have parameters', async () => {
  const rows = Array.from({ length: 130_000 }, (_, at) => ({
    id: at + 1,
    post_id: 1,
    parent_id: 0,
    thread_id: at + 1,
    type: 'comment',
  }));
  const answers: unknown[] = [rows];
  const read: Reader = new Proxy({} as Reader, {
    get: (_, name) => (name === 'execute' ? async () => answers.shift() ?? [] : () => read),
  });
  expect(
    await findThread(read, 1, { size: { threads: 10, comments: 100 }, newestFirst: false }),
  ).toMatchObject({ pages: 13_000, total: 130_000 });
});
