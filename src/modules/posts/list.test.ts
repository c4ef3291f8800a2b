import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { countListedPosts, listPostIds, listStickyIds } from './list.ts';
import type { PostListQuery } from './list.ts';
import { findSummaries } from './reader.ts';

onBothDatabases('lists of posts', (get) => {
  const ids = { term: 0, below: 0, author: 0 };
  /** All listed posts, newest first; every third has the same time as the one before. */
  let all: number[] = [];

  beforeAll(async () => {
    await get().write(async (tx) => {
      ids.author = await makeUser(tx);
      ids.term = await makeTerm(tx);
      ids.below = await makeTerm(tx, { parentId: ids.term });
      const made: { id: number; at: number }[] = [];
      for (let n = 0; n < 30; n++) {
        const at = Date.UTC(2026, 0, 1 + n - (n % 3 === 2 ? 1 : 0));
        made.push({
          at,
          id: await makePost(tx, {
            publishedAt: at,
            authorId: n % 2 === 0 ? ids.author : 0,
            termIds: n % 5 === 0 ? [ids.below] : [ids.term],
            sticky: n === 4 || n === 9,
            format: n % 10 === 0 ? 'quote' : 'standard',
          }),
        });
      }
      await makePost(tx, { status: 'draft', termIds: [ids.term], authorId: ids.author, sticky: true });
      await makePost(tx, { password: 'secret', termIds: [ids.term], authorId: ids.author, sticky: true });
      await makePost(tx, { type: 'page', authorId: ids.author });
      all = made.toSorted((a, b) => b.at - a.at || b.id - a.id).map(({ id }) => id);
    });
  });

  async function walk(query: Omit<PostListQuery, 'limit'>): Promise<number[]> {
    const found: number[] = [];
    for (let after: PostListQuery['after']; ; ) {
      const page = await listPostIds(get().read, { ...query, limit: 4, after });
      found.push(...page);
      const last = (await findSummaries(get().read, page)).get(page.at(-1) ?? 0);
      if (!last) return found;
      after = last;
    }
  }

  test('contain all listed posts and no others, newest first', async () => {
    expect(await listPostIds(get().read, { limit: 100 })).toEqual(all);
    expect(await listPostIds(get().read, { limit: 100, order: 'oldest' })).toEqual(all.toReversed());
    expect(await countListedPosts(get().read, {})).toBe(30);
    expect(await listStickyIds(get().read)).toHaveLength(2);
  });

  test('are as long as their counts say, with any filter', async () => {
    const between = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 21) };
    const long: unknown[] = [];
    for (const query of [
      {},
      { between },
      { termId: ids.below },
      { termId: ids.below, between },
      { authorId: ids.author },
      { authorId: ids.author, between },
      { type: 'page' },
      { format: 'quote' as const },
      { format: 'quote' as const, between },
      { format: 'chat' as const },
    ]) {
      const count = await countListedPosts(get().read, query);
      expect([query, count]).toEqual([
        query,
        (await listPostIds(get().read, { ...query, limit: 100 })).length,
      ]);
      long.push(count);
    }
    expect(long).toEqual([30, 17, 6, 4, 15, 9, 1, 3, 2, 0]);
  });

  test('page by cursor without a gap and without a repeat', async () => {
    expect(await walk({})).toEqual(all);
    expect(await walk({ order: 'oldest' })).toEqual(all.toReversed());
    expect(await walk({ termId: ids.term })).toEqual(all);
    expect(await walk({ termId: ids.below })).toHaveLength(6);
    expect(await walk({ authorId: ids.author })).toHaveLength(15);
    expect(await walk({ excludeIds: all.slice(0, 3) })).toEqual(all.slice(3));
    await expect(
      listPostIds(get().read, { limit: 4, order: 'views', after: { id: 1, publishedAt: 1 } }),
    ).rejects.toThrow('no cursor');
  });

  test('page by offset likewise', async () => {
    const pages = await Promise.all(
      [0, 10, 20, 30].map((offset) => listPostIds(get().read, { termId: ids.term, limit: 10, offset })),
    );
    expect(pages.flat()).toEqual(all);
  });
});
