import { beforeAll, expect, test } from 'vitest';
import { articles } from '../../../demo/documents.ts';
import { authors, categories, tags } from '../../../demo/magazine.ts';
import { nameLabels, searchLabels } from '../../../demo/search-labels.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeUser } from '../../../test/harness/factories.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { createPost } from '../posts/writer.ts';
import { createTerm } from '../terms/writer.ts';
import { parseSearch } from './query.ts';
import { searchPosts, findNamedArchives } from './results.ts';

const now = Date.UTC(2026, 10, 20);
const hour = 3_600_000;

onBothDatabases('the search of the demo magazine', (get) => {
  const slugs = new Map<number, string>();

  beforeAll(async () => {
    await get().write(async (tx) => {
      const users = new Map<string, number>();
      for (const { slug, name } of authors)
        users.set(slug, await makeUser(tx, { login: slug, slug, displayName: name }));
      const terms = new Map<string, number>();
      for (const [taxonomy, list] of [
        ['category', categories],
        ['post_tag', tags],
      ] as const) {
        for (const { slug, name } of list)
          terms.set(`${taxonomy} ${slug}`, await createTerm(tx, { taxonomy, slug, name }));
      }
      for (const article of articles) {
        const termIds = [
          ...article.categories.map((slug) => `category ${slug}`),
          ...article.tags.map((slug) => `post_tag ${slug}`),
        ].map((key) => terms.get(key) ?? 0);
        const { slug, title, excerpt, markup: content } = article;
        slugs.set(
          await createPost(tx, {
            slug,
            title,
            excerpt,
            content,
            status: 'publish',
            publishedAt: now - article.hours * hour,
            authorId: users.get(article.author) ?? 0,
            termIds,
          }),
          slug,
        );
      }
    });
  });

  // Nine of ten: `nite bus` has two typos in four letters and is not found.
  test.each(Object.entries(searchLabels))(
    '%s: the wanted article is among the first three results, and nearly always first',
    async (_kind, labels) => {
      const misses: string[] = [];
      let first = 0;
      for (const [query, expected] of Object.entries(labels)) {
        const found = (await searchPosts(testContent(get()), { query, limit: 3 })).ids.map(
          (id) => slugs.get(id) ?? '',
        );
        if (found[0] === expected) first++;
        if (!found.includes(expected))
          misses.push(`${query}: ${expected} is not among ${found.join(', ') || 'nothing'}`);
      }
      const all = Object.keys(labels).length;
      expect(misses.length / all, misses.join('; ')).toBeLessThanOrEqual(0.1);
      expect(first / all).toBeGreaterThanOrEqual(0.85);
    },
  );

  test('names lead to writers, sections and tags', async () => {
    for (const [query, expected] of Object.entries(nameLabels)) {
      const found = (await findNamedArchives(testContent(get()), parseSearch(query))).map(
        ({ kind, name }) => `${kind} ${name}`,
      );
      expect([query, found]).toEqual([query, expect.arrayContaining([expected])]);
    }
    for (const nothing of ['zzzz', '', 'x', '%', "'", 'the']) {
      expect([nothing, await findNamedArchives(testContent(get()), parseSearch(nothing))]).toEqual([
        nothing,
        [],
      ]);
    }
  });
});
