import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeAuthors } from '../../../test/harness/factories.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { present } from '../../../test/harness/present.ts';
import { createPost } from '../../modules/posts/writer.ts';
import { findTerms } from '../../modules/terms/reader.ts';
import { createTerm } from '../../modules/terms/writer.ts';
import type { PageInfo } from '../load-context.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);

onBothDatabases('archive loop', (get) => {
  let category = 0;
  beforeAll(async () => {
    await get().write(async (tx) => {
      await makeAuthors(tx, [1, 2, 3]);
      category = await createTerm(tx, { taxonomy: 'category', name: 'Oceans' });
      for (let n = 0; n < 12; n++) {
        await createPost(tx, {
          title: `Post ${n}`,
          content: n === 5 ? '<p>About hydrothermal vents.</p>' : '',
          status: 'publish',
          publishedAt: start + n * day,
          sticky: n === 2,
          authorId: 1 + (n % 3),
          termIds: n % 2 === 0 ? [category] : [],
        });
      }
    });
  });
  const loop = async (page: PageInfo, limit = 5) => {
    const context = fakeLoadContext(testContent(get()), page);
    const data = present(await load(block.settings.parse({ limit }), context));
    return {
      ...data,
      titles: data.cards.map(({ title }) => Number(title.replace('Post ', ''))),
      tags: context.tags,
    };
  };

  test('the first front page begins with sticky posts, and the next ones continue by date', async () => {
    const first = await loop(homePage);
    expect(first.titles).toEqual([2, 11, 10, 9, 8, 7]);
    expect(first).toMatchObject({ current: 1, pages: 3, hasNext: true });
    expect(first.tags.get('list:post')).toBe('primary');
    expect((await loop({ ...homePage, pageNumber: 2 })).titles).toEqual([6, 5, 4, 3, 2]);
    expect(await loop({ ...homePage, pageNumber: 3 })).toMatchObject({ titles: [1, 0], hasNext: false });
  });

  test('a category, an author and a date archive list their own posts, without sticky ones on top', async () => {
    const term = (await findTerms(get().read, [category])).get(category);
    if (!term) throw new Error('The category is gone.');
    const byTerm = await loop(
      { kind: 'category', path: '/category/oceans/', pageNumber: 2, title: 'Oceans', term },
      4,
    );
    expect(byTerm).toMatchObject({ titles: [2, 0], pages: 2, hasNext: false, path: '/category/oceans/' });
    expect(byTerm.tags.get(`list:term:${category}`)).toBe('primary');
    const author = {
      id: 2,
      login: 'b',
      email: '',
      slug: 'b',
      displayName: 'B',
      url: '',
      bio: '',
      roles: [],
      createdAt: 0,
      revision: 1,
      portrait: '',
      links: [],
    };
    expect(
      await loop({ kind: 'author', path: '/author/b/', pageNumber: 1, title: 'B', author }),
    ).toMatchObject({ titles: [10, 7, 4, 1], pages: 1 });
    const byDate = await loop({
      kind: 'date',
      path: '/2026/01/',
      pageNumber: 1,
      title: 'January 2026',
      dates: { from: start + 3 * day, to: start + 9 * day },
    });
    expect(byDate).toMatchObject({ titles: [8, 7, 6, 5, 4], pages: undefined, hasNext: true });
  });

  test('a search lists its matches, and an empty one nothing', async () => {
    const found = await loop({
      kind: 'search',
      path: '/?s=hydrothermal',
      pageNumber: 1,
      title: 'Search',
      search: 'hydrothermal',
    });
    expect(found).toMatchObject({ titles: [5], pages: 1, hasNext: false, search: 'hydrothermal' });
    expect(
      await loop({ kind: 'search', path: '/?s=', pageNumber: 1, title: 'Search', search: ' ' }),
    ).toMatchObject({ titles: [], pages: 0 });
  });
});
