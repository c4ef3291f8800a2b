import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { createPost, updatePost } from '../posts/writer.ts';
import type { PostInput } from '../posts/writer.ts';
import { findAttachedElsewhere, findAttachedIds, findFilesByUrls, findMediaFiles } from './attached.ts';
import { saveMedia } from './writer.ts';

onBothDatabases('attachments of a post', (get) => {
  test('are those of the requested kind, in menu order', async () => {
    const post = await get().write((tx) => createPost(tx, { title: 'A' }));
    const attach = (input: Partial<PostInput>) =>
      get().write((tx) =>
        createPost(tx, {
          type: 'attachment',
          status: 'inherit',
          title: 'F',
          mimeType: 'image/png',
          parentId: post,
          ...input,
        }),
      );
    const second = await attach({ menuOrder: 2 });
    const first = await attach({ menuOrder: 1 });
    const third = await attach({ menuOrder: 2 });
    const song = await attach({ mimeType: 'audio/mpeg' });
    const fourth = await attach({ status: 'publish', menuOrder: 3 }); // as some imports create them
    for (const status of ['trash', 'private', 'draft'] as const) await attach({ status });
    await attach({ parentId: 0 });
    expect(await findAttachedIds(get().read, post, 'image')).toEqual([first, second, third, fourth]);
    expect(await findAttachedIds(get().read, post, 'audio')).toEqual([song]);
    expect(await findAttachedIds(get().read, post, 'video')).toEqual([]);
    expect(await findAttachedIds(get().read, post, 'image', { by: 'menu', direction: 'desc' })).toEqual([
      fourth,
      third,
      second,
      first,
    ]);
    expect(
      await findAttachedIds(get().read, post, 'image', { by: 'id', direction: 'desc', limit: 2 }),
    ).toEqual([fourth, third]);
    // Another post shows them once this post is public.
    const elsewhere = () => findAttachedElsewhere(get().read, post, 'image');
    expect(await elsewhere()).toEqual([]);
    await get().write((tx) => updatePost(tx, post, { status: 'publish' }));
    expect(await elsewhere()).toEqual([first, second, third, fourth]);
    await get().write((tx) => updatePost(tx, post, { password: 'x' }));
    expect(await elsewhere()).toEqual([]);
  });

  test('have a URL, a title and a type', async () => {
    const id = await get().write(async (tx) => {
      const song = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Song',
        mimeType: 'audio/mpeg',
      });
      await saveMedia(tx, { postId: song, file: '2020/a b.mp3' });
      return song;
    });
    const lost = await get().write(async (tx) => {
      const post = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'Lost',
        mimeType: 'audio/mpeg',
      });
      await saveMedia(tx, { postId: post });
      return post;
    });
    const url = 'https://x.test/wp-content/uploads/2020/a%20b.mp3';
    expect(await findMediaFiles({ database: get(), siteUrl: 'https://x.test' }, [id, lost, 99_999])).toEqual(
      new Map([[id, { url, title: 'Song', mimeType: 'audio/mpeg', bytes: 0, id, version: 2, posterId: 0 }]]),
    );
  });

  test('are found by URL, on the exported site or here, with either scheme and without the query, and by nothing else', async () => {
    const add = (file: string, sourceUrl: string) =>
      get().write(async (tx) => {
        const post = await createPost(tx, {
          type: 'attachment',
          status: 'inherit',
          title: 'Film',
          mimeType: 'video/webm',
        });
        await saveMedia(tx, { postId: post, file, sourceUrl });
        return post;
      });
    const local = await add('2021/03/film.webm', 'http://old.test/wp-content/uploads/2021/03/film.webm');
    const remote = await add('', 'https://files.old.test/2021/03/talk.webm');
    const known = [
      'http://old.test/wp-content/uploads/2021/03/film.webm?_=1',
      'https://old.test/wp-content/uploads/2021/03/film.webm',
      '/wp-content/uploads/2021/03/film.webm',
      'http://files.old.test/2021/03/talk.webm',
    ];
    const found = await findFilesByUrls({ database: get(), siteUrl: 'https://x.test' }, [
      ...known,
      'https://old.test/wp-content/uploads/2021/03/film-1280x720.webm',
      'https://old.test/2021/03/other.webm',
    ]);
    expect([...found].map(([url, { id, url: target }]) => [url, id, target])).toEqual(
      known.map((url, index) => [
        url,
        ...(index < 3
          ? [local, 'https://x.test/wp-content/uploads/2021/03/film.webm']
          : [remote, 'https://files.old.test/2021/03/talk.webm']),
      ]),
    );
  });
});
