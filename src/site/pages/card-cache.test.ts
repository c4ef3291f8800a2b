import { expect, test } from 'vitest';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import { deleteTerm, updateTerm } from '../../modules/terms/writer.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { testContent } from '../../../test/harness/load-context.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { CardCache } from './tagged-cache.ts';

onBothDatabases('cards', (database) => {
  test('are loaded once, and again when their content changes', async () => {
    const content = testContent(database());
    const [term, one, two] = await database().write(async (tx) => {
      const termId = await makeTerm(tx, { taxonomy: 'category', name: 'Science' });
      return [
        termId,
        await makePost(tx, { title: 'One', termIds: [termId] }),
        await makePost(tx, { title: 'Two' }),
      ] as const;
    });
    const cache = new CardCache(content, database().bus);
    const first = await cache.find([one, two, 999_999], defaultSettings);
    expect([first.size, first.get(one)?.data.title, first.get(two)?.data.title]).toEqual([2, 'One', 'Two']);
    const again = await cache.find([two, one], defaultSettings);
    expect([again.get(one) === first.get(one), again.get(two) === first.get(two)]).toEqual([true, true]);

    await database().write((tx) => updatePost(tx, one, { title: 'One, changed' }));
    const changed = await cache.find([one, two], defaultSettings);
    expect([changed.get(one)?.data.title, changed.get(two) === first.get(two)]).toEqual([
      'One, changed',
      true,
    ]);

    await database().write((tx) => updateTerm(tx, term, { name: 'Sciences' }));
    expect((await cache.find([one], defaultSettings)).get(one)?.data.category?.name).toBe('Sciences');

    await database().write((tx) => updatePost(tx, two, { status: 'draft' }));
    expect((await cache.find([two], defaultSettings)).size).toBe(0);
  });

  test('are rendered again with a category’s colour, another look’s paper, and another language’s reading speed', async () => {
    const [term, post] = await database().write(async (tx) => {
      const termId = await makeTerm(tx, { taxonomy: 'category', slug: 'painted' });
      return [termId, await makePost(tx, { content: 'x'.repeat(9000), termIds: [termId] })] as const;
    });
    const cache = new CardCache(testContent(database()), database().bus);
    const shown = async (settings: Partial<Settings>) =>
      (await cache.find([post], { ...defaultSettings, texturize: false, ...settings })).get(post)?.data;
    const category = { painted: '#ffd400' };
    const [plain, coloured, onOther] = [
      await shown({}),
      await shown({ look: { base: 'tabloid', colours: { category } } }),
      await shown({ look: { base: 'review', colours: { category } } }),
    ];
    expect([plain?.category?.id, plain?.category?.own, coloured?.category?.own]).toEqual([
      term,
      undefined,
      expect.stringContaining('#ffd400'),
    ]);
    expect(onOther?.category?.own).not.toBe(coloured?.category?.own);
    expect([plain?.readingMinutes, (await shown({ site_language: 'hi' }))?.readingMinutes]).toEqual([5, 2]);
    expect(await shown({})).toBe(plain);
  });

  test('link to the current URL of their post, whatever happens to its parents', async () => {
    const cache = new CardCache(testContent(database()), database().bus);
    const { section, outer, upper, story, lower, deepest } = await database().write(async (tx) => {
      const inner = {
        outer: await makeTerm(tx, { slug: 'world' }),
        section: await makeTerm(tx, { slug: 'news' }),
      };
      const local = await makeTerm(tx, {
        slug: 'local',
        parentId: await makeTerm(tx, { slug: 'town', parentId: inner.section }),
      });
      const page = await makePost(tx, { type: 'page', slug: 'upper' });
      const below = await makePost(tx, { type: 'page', slug: 'lower', parentId: page });
      return {
        ...inner,
        upper: page,
        lower: below,
        story: await makePost(tx, { termIds: [local] }),
        deepest: await makePost(tx, { type: 'page', slug: 'deepest', parentId: below }),
      };
    });
    const shown = async () => {
      const cards = await cache.find([story, lower, deepest], defaultSettings);
      return [cards.get(story)?.data.category?.url, cards.get(lower)?.data.url, cards.get(deepest)?.data.url];
    };
    const write = (work: (tx: Tx) => Promise<unknown>) => database().write(work);
    expect(await shown()).toEqual(['/category/news/town/local/', '/upper/lower/', '/upper/lower/deepest/']);
    await write((tx) => updateTerm(tx, section, { slug: 'nachrichten' }));
    await write((tx) => updatePost(tx, upper, { slug: 'top' }));
    expect(await shown()).toEqual([
      '/category/nachrichten/town/local/',
      '/top/lower/',
      '/top/lower/deepest/',
    ]);
    await write((tx) => updateTerm(tx, section, { parentId: outer }));
    await write(async (tx) =>
      updatePost(tx, upper, { parentId: await makePost(tx, { type: 'page', slug: 'first' }) }),
    );
    expect(await shown()).toEqual([
      '/category/world/nachrichten/town/local/',
      '/first/top/lower/',
      '/first/top/lower/deepest/',
    ]);
    await write((tx) => deleteTerm(tx, section));
    await write((tx) => deletePost(tx, upper));
    expect(await shown()).toEqual(['/category/world/town/local/', '/lower/', '/lower/deepest/']);
  });
});
