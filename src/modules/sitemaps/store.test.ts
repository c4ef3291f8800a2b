import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { detailsMeta } from '../posts/model.ts';
import {
  fileOf,
  findFileChanges,
  findFilePosts,
  findFiles,
  findFileTermIds,
  findFileUserIds,
  listedTypes,
  span,
  usedTaxonomies,
} from './store.ts';

onBothDatabases('sitemap files', (get) => {
  let author = 0;
  let used = 0;
  beforeAll(() =>
    get().write(async (tx) => {
      author = await makeUser(tx);
      await makeUser(tx);
      used = await makeTerm(tx);
      await makeTerm(tx);
      await makeTerm(tx, { taxonomy: 'genre' });
      const ids = [1, span, span + 1, 5 * span, 5 * span + 1, 40 * span + 7];
      for (const id of ids)
        await makePost(tx, {
          id,
          publishedAt: 1_600_000_000_000,
          modifiedAt: 1_700_000_000_000 + id,
          authorId: author,
          termIds: [used],
        });
      await makePost(tx, { id: 20 * span, status: 'draft' });
      await makePost(tx, { id: 30 * span, type: 'page' });
      await makePost(tx, { id: 2, meta: detailsMeta({ noindex: true }) });
    }),
  );

  test('an id is in the file of its range, including the last of a range', async () => {
    expect([1, span, span + 1, 2 * span].map(fileOf)).toEqual([1, 1, 2, 2]);
    expect(await findFiles(get().read, { type: 'post' })).toEqual([1, 2, 5, 6, 41]);
    expect(await findFiles(get().read, { type: 'post' }, 3, 1)).toEqual([5]);
    expect(await findFiles(get().read, { type: 'post' }, 42)).toEqual([]);
    const content = { database: get(), siteUrl: 'https://site.example' };
    expect((await findFilePosts(content, 'post', 1)).map(({ id }) => id)).toEqual([1, span]);
    expect((await findFilePosts(content, 'post', 2)).map(({ id }) => id)).toEqual([span + 1]);
    expect(await findFilePosts(content, 'post', 20)).toEqual([]);
  });

  test('a file’s modification date is that of its latest post', async () => {
    const changes = await findFileChanges(get().read, 'post');
    expect([2, 5, 6, 41].map((file) => changes.get(file))).toEqual(
      [span + 1, 5 * span, 5 * span + 1, 40 * span + 7].map((id) => 1_700_000_000_000 + id),
    );
    expect(changes.has(20)).toBe(false);
    // A scheduled post counts as changed from its publication.
    const [written, published] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 9)];
    await get().write((tx) => makePost(tx, { id: 60 * span, modifiedAt: written, publishedAt: published }));
    const [post] = await findFilePosts({ database: get(), siteUrl: 'https://site.example' }, 'post', 60);
    expect([(await findFileChanges(get().read, 'post')).get(60), post?.modifiedAt]).toEqual([
      published,
      published,
    ]);
  });

  test('includes types, terms and authors that have listed posts', async () => {
    expect(await listedTypes(get().read)).toEqual(['page', 'post']);
    expect(await usedTaxonomies(get().read)).toEqual(['category', 'genre']);
    expect(await findFiles(get().read, { taxonomy: 'genre' })).toEqual([]);
    expect([
      await findFiles(get().read, { taxonomy: 'category' }),
      await findFileTermIds(get().read, 'category', 1),
    ]).toEqual([[1], [used]]);
    expect([await findFiles(get().read, { users: true }), await findFileUserIds(get().read, 1)]).toEqual([
      [1],
      [author],
    ]);
  });
});
