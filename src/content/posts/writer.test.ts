import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost } from '../../../test/harness/factories.ts';
import { deleteComment, updateComment } from '../comments/writer.ts';
import { saveSettings } from '../settings/writer.ts';
import { countListedPosts, listPostIds } from './list.ts';
import { findPost } from './reader.ts';
import { deletePost, updatePost } from './writer.ts';

onBothDatabases('saving a post', (get) => {
  test('a new post is open to comments and pingbacks as the settings say, unless it says so itself', async () => {
    const made = async (input: Parameters<typeof makePost>[1] = {}) => {
      const post = await findPost(get().read, await get().write((tx) => makePost(tx, input)));
      return [post?.commentStatus, post?.pingStatus];
    };
    expect(await made()).toEqual(['open', 'closed']);
    await get().write((tx) => saveSettings(tx, { default_comment_status: 'closed', default_ping_status: 'open' }));
    expect([await made(), await made({ commentStatus: 'open' }), await made({ pingStatus: 'closed' })])
      .toEqual([['closed', 'open'], ['open', 'open'], ['closed', 'closed']]);
    await get().write((tx) => saveSettings(tx, { default_comment_status: null, default_ping_status: null }));
    expect(await made()).toEqual(['open', 'closed']);
  });

  test('counts stay true when posts are hidden and deleted by several at once', async () => {
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 12; n++) made.push(await makePost(tx));
      return made;
    });
    await Promise.allSettled(ids.flatMap(
      (id) => [
        get().write((tx) => updatePost(tx, id, { status: 'private' })), get().write((tx) => deletePost(tx, id)), get().write((tx) => deletePost(tx, id)),
      ],
    ));
    expect(await countListedPosts(get().read, {})).toBe((await listPostIds(get().read, { limit: 1000 })).length);
  });

  test('two posts of one title that are written together get slugs of their own', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => get().write((tx) => makePost(tx, { title: 'The same title' }))));
    const slugs = (await get().read.selectFrom('post').select('slug').where('id', 'in', ids).execute()).map(({ slug }) => slug);
    expect(slugs.toSorted()).toEqual(['the-same-title', 'the-same-title-2', 'the-same-title-3']);
  });
});

onBothDatabases('comments that several moderate at once', (get) => {
  test('are counted once each', async () => {
    const post = await get().write((tx) => makePost(tx));
    const comments = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 10; n++) made.push(await makeComment(tx, { postId: post, status: 'hold' }));
      return made;
    });
    await Promise.all(comments.flatMap((id) => [1, 2].map(() => get().write((tx) => updateComment(tx, id, { status: 'approved' })))));
    expect((await findPost(get().read, post))?.commentCount).toBe(10);
    await Promise.all(comments.slice(0, 4).flatMap((id) => [1, 2].map(() => get().write((tx) => deleteComment(tx, id)))));
    expect((await findPost(get().read, post))?.commentCount).toBe(6);
  });
});
