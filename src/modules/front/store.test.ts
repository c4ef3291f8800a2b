import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { listNewestOfEach } from './store.ts';

onBothDatabases('the newest posts of several terms', (get) => {
  test('are returned newest first, by date and then id, up to the limit, for each term', async () => {
    const [first, second, empty] = await get().write(
      async (tx) => [await makeTerm(tx), await makeTerm(tx), await makeTerm(tx)] as const,
    );
    const posts: { readonly id: number; readonly publishedAt: number }[] = [];
    await get().write(async (tx) => {
      // Ids and dates are in different orders, and some dates occur twice.
      for (let n = 0; n < 90; n++) {
        const publishedAt = 1_700_000_000_000 + ((n * 37) % 60) * 1000;
        posts.push({
          id: await makePost(tx, { publishedAt, termIds: n % 3 === 0 ? [first, second] : [first] }),
          publishedAt,
        });
      }
      await makePost(tx, { status: 'draft', termIds: [first] });
    });
    const newest = (from: typeof posts) =>
      from.toSorted((a, b) => b.publishedAt - a.publishedAt || b.id - a.id).map(({ id }) => id);
    const found = await listNewestOfEach(get().read, [second, empty, first], 72);
    expect(found).toEqual(
      new Map([
        [second, newest(posts.filter((_, n) => n % 3 === 0))],
        [empty, []],
        [first, newest(posts).slice(0, 72)],
      ]),
    );
    expect(await listNewestOfEach(get().read, [], 72)).toEqual(new Map());
    expect(await listNewestOfEach(get().read, [first], 2)).toEqual(
      new Map([[first, newest(posts).slice(0, 2)]]),
    );
  });
});
