import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost } from '../../../test/harness/factories.ts';
import { deleteComment, updateComment } from '../comments/store.ts';
import { saveSettings } from '../settings/store.ts';
import { countListedPosts, listPostIds } from './list.ts';
import { findPost } from './reader.ts';
import { deletePost, updatePost } from './writer.ts';

onBothDatabases('saving a post', (get) => {
  test('a new post has the default comment and ping status of the settings, unless it sets its own', async () => {
    const made = async (input: Parameters<typeof makePost>[1] = {}) => {
      const post = await findPost(get().read, await get().write((tx) => makePost(tx, input)));
      return [post?.commentStatus, post?.pingStatus];
    };
    expect(await made()).toEqual(['open', 'closed']);
    await get().write((tx) =>
      saveSettings(tx, { default_comment_status: 'closed', default_ping_status: 'open' }),
    );
    expect([
      await made(),
      await made({ commentStatus: 'open' }),
      await made({ pingStatus: 'closed' }),
    ]).toEqual([
      ['closed', 'open'],
      ['open', 'open'],
      ['closed', 'closed'],
    ]);
    await get().write((tx) => saveSettings(tx, { default_comment_status: null, default_ping_status: null }));
    expect(await made()).toEqual(['open', 'closed']);
  });

  test('counts stay correct when posts are hidden and deleted concurrently', async () => {
    const ids = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 12; n++) made.push(await makePost(tx));
      return made;
    });
    await Promise.allSettled(
      ids.flatMap((id) => [
        get().write((tx) => updatePost(tx, id, { status: 'private' })),
        get().write((tx) => deletePost(tx, id)),
        get().write((tx) => deletePost(tx, id)),
      ]),
    );
    expect(await countListedPosts(get().read, {})).toBe(
      (await listPostIds(get().read, { limit: 1000 })).length,
    );
  });

  test('two posts with one title that are saved concurrently get different slugs', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(() => get().write((tx) => makePost(tx, { title: 'The same title' }))),
    );
    const slugs = (await get().read.selectFrom('post').select('slug').where('id', 'in', ids).execute()).map(
      ({ slug }) => slug,
    );
    expect(slugs.toSorted()).toEqual(['the-same-title', 'the-same-title-2', 'the-same-title-3']);
  });

  test('a post that wants a slug which another one is getting by numbering gets a different one', async () => {
    for (const [wished, numbered, next] of [
      ['tide', 'tide-2', 'tide-2-2'],
      ['ebb-7', 'ebb-7-2', 'ebb-7-2-2'],
    ] as const) {
      await get().write((tx) => makePost(tx, { slug: wished }));
      let second = Promise.resolve(0);
      const first = await get().write(async (tx) => {
        const id = await makePost(tx, { slug: wished });
        let isOver = false;
        second = get()
          .write((other) => makePost(other, { slug: numbered }))
          .finally(() => (isOver = true));
        const waits = sql<{
          count: number;
        }>`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        if (tx.dialect.rowLocks)
          await expect
            .poll(async () => isOver || Number((await waits.execute(get().read)).rows[0]?.count) > 0)
            .toBe(true);
        return id;
      });
      const slugs = await Promise.all(
        [first, await second].map(async (id) => (await findPost(get().read, id))?.slug),
      );
      expect(slugs).toEqual([numbered, next]);
    }
  });

  test('a slug that a post of another type uses gets a number, attachments make room for posts, and drafts reserve none', async () => {
    const make = (input: Parameters<typeof makePost>[1]) => get().write((tx) => makePost(tx, input));
    const change = (id: number, changes: Parameters<typeof updatePost>[2]) =>
      get().write((tx) => updatePost(tx, id, changes));
    const slugs = async (...ids: readonly number[]) =>
      Promise.all(ids.map(async (id) => (await findPost(get().read, id))?.slug));
    const [post, page] = [
      await make({ title: 'One place' }),
      await make({ title: 'One place', type: 'page' }),
    ];
    const child = await make({ type: 'page', slug: 'one-place', parentId: page });
    expect(await slugs(post, page, child)).toEqual(['one-place', 'one-place-2', 'one-place']);
    await change(child, { parentId: 0 });
    await change(page, { slug: 'one-place' });
    const together = await Promise.all(
      ['post', 'page', 'post', 'page'].map((type) => make({ type, title: 'At once' })),
    );
    expect([...(await slugs(post, page, child)), ...(await slugs(...together)).toSorted()]).toEqual([
      'one-place',
      'one-place-2',
      'one-place-3',
      'at-once',
      'at-once-2',
      'at-once-3',
      'at-once-4',
    ]);
    // A draft keeps its slug until it is published.
    const draft = await make({ type: 'page', slug: 'at-noon', status: 'draft' });
    const noon = await make({ slug: 'at-noon' });
    expect(await slugs(draft, noon)).toEqual(['at-noon', 'at-noon']);
    await change(draft, { status: 'publish' });
    expect(await slugs(draft, noon)).toEqual(['at-noon-2', 'at-noon']);
    // The same for a post restored from the trash.
    await change(noon, { status: 'trash', slug: 'at-noon__trashed' });
    await change(draft, { slug: 'at-noon' });
    await change(noon, { status: 'draft', slug: 'at-noon' });
    await change(noon, { status: 'publish' });
    expect(await slugs(draft, noon)).toEqual(['at-noon', 'at-noon-2']);
    const file = (input: Parameters<typeof makePost>[1]) =>
      make({ type: 'attachment', status: 'inherit', slug: 'sunset', ...input });
    const [loose, pinned] = [await file({}), await file({ parentId: post })];
    expect(await slugs(loose, pinned)).toEqual(['sunset', 'sunset-2']);
    expect(await slugs(await make({ title: 'Sunset' }), loose)).toEqual(['sunset', 'sunset-3']);
    expect(
      await get().read.selectFrom('old_slug').select('slug').where('post_id', '=', loose).execute(),
    ).toEqual([]);
    // Children of a deleted page move to the root.
    const above = await make({ type: 'page', slug: 'above' });
    const orphan = await make({ type: 'page', slug: 'sunset', parentId: above });
    await get().write((tx) => deletePost(tx, above));
    expect(await slugs(orphan)).toEqual(['sunset-2']);
    // A page below a page named like the products' base.
    const tea = await make({ type: 'product', slug: 'tea' });
    const products = await make({ type: 'page', slug: 'product' });
    expect(await slugs(await make({ type: 'page', slug: 'tea', parentId: products }), tea)).toEqual([
      'tea-2',
      'tea',
    ]);
    await make({ type: 'page', slug: 'coffee', parentId: products });
    expect(await slugs(await make({ type: 'product', slug: 'coffee' }), await make({ slug: 'tea' }))).toEqual(
      ['coffee-2', 'tea'],
    );
    // Renaming the parent to that base checks its children's slugs.
    await make({ type: 'product', slug: 'cup' });
    await change(products, { slug: 'goods' });
    const cup = await make({ type: 'page', slug: 'cup', parentId: products });
    await change(products, { slug: 'product' });
    expect(await slugs(cup)).toEqual(['cup-2']);
    // A draft without a slug isn't part of addresses, so its children are addressed at its level.
    const nameless = await make({ type: 'page', title: '', status: 'draft' });
    expect(
      await slugs(nameless, await make({ type: 'page', slug: 'one-place', parentId: nameless })),
    ).toEqual(['', 'one-place-4']);
    const shown = await make({ type: 'page', slug: 'beside', parentId: nameless });
    expect(await slugs(await make({ slug: 'beside' }), shown)).toEqual(['beside-2', 'beside']);
    // Page numbers of a text have addresses below it.
    expect(
      await slugs(
        await make({ type: 'page', slug: '2', parentId: products }),
        await make({ type: 'page', slug: '2' }),
      ),
    ).toEqual(['2-2', '2']);
    // Types without pages have their own slugs.
    expect(await slugs(await make({ type: 'wp_block', slug: 'tea' }))).toEqual(['tea']);
  });
});

onBothDatabases('comments that are moderated concurrently', (get) => {
  test('are counted once each', async () => {
    const post = await get().write((tx) => makePost(tx));
    const comments = await get().write(async (tx) => {
      const made: number[] = [];
      for (let n = 0; n < 10; n++) made.push(await makeComment(tx, { postId: post, status: 'hold' }));
      return made;
    });
    await Promise.all(
      comments.flatMap((id) =>
        [1, 2].map(() => get().write((tx) => updateComment(tx, id, { status: 'approved' }))),
      ),
    );
    expect((await findPost(get().read, post))?.commentCount).toBe(10);
    await Promise.all(
      comments.slice(0, 4).flatMap((id) => [1, 2].map(() => get().write((tx) => deleteComment(tx, id)))),
    );
    expect((await findPost(get().read, post))?.commentCount).toBe(6);
  });
});
