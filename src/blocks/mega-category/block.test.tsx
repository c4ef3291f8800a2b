import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import type { MegaCategoryData } from './loader.server.ts';
import { View } from './view.tsx';

const render = (data: MegaCategoryData) =>
  renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
const link = (id: number, name: string) => ({ id, name, url: `/c${id}/`, accent: 1 });

test('lists subcategories next to the posts, and marks the one whose posts are shown', () => {
  const html = render({
    links: { category: link(1, 'Science'), subcategories: [link(2, hostileTitle)] },
    shownId: 2,
    cards: [postCard()],
    state: undefined,
  });
  expect(html).toContain(
    '<li><a href="/c1/" data-mega-filter="1">All Science</a></li><li><a href="/c2/" data-mega-filter="2" aria-current="true">&lt;img',
  );
  expect(html).toContain('<h2 class="card-title"><a href="/post-1/">Title 1</a></h2>');
});

test('without subcategories it has no list of them, and without posts a sentence', () => {
  const html = render({
    links: { category: link(1, 'Science'), subcategories: [] },
    shownId: 1,
    cards: [],
    state: undefined,
  });
  expect(html).not.toContain('mega-filter');
  expect(html).toContain('Nothing has been published here yet.');
});

onBothDatabases('the mega menu of a category', (get) => {
  test('[MENU-08] [MENU-09] shows five posts, or four next to subcategories, and those of a subcategory on request', async () => {
    const [lone, parent, child, empty, tag] = await get().write(async (tx) => {
      const top = await makeTerm(tx, { name: 'Parent &amp; co' });
      const ids = [
        await makeTerm(tx, { name: 'Lone' }),
        top,
        await makeTerm(tx, { name: 'Child', parentId: top }),
        await makeTerm(tx, { name: 'Empty', parentId: top }),
        await makeTerm(tx, { taxonomy: 'post_tag', name: 'A tag' }),
      ] as const;
      for (let n = 0; n < 6; n++) {
        await makePost(tx, { title: `Lone ${n}`, termIds: [ids[0]] });
        await makePost(tx, { title: `Parent ${n}`, termIds: [top] });
        await makePost(tx, { title: `Child ${n}`, termIds: [ids[2]] });
      }
      await makePost(tx, { title: 'Draft', status: 'draft', termIds: [ids[0]] });
      return ids;
    });
    const show = async (attributes: object) => {
      const context = fakeLoadContext(testContent(get()));
      const { links, shownId, cards = [] } = (await load(block.settings.parse(attributes), context)) ?? {};
      return { links, shownId, titles: cards.map(({ title }) => title), tags: [...context.tags.keys()] };
    };
    expect((await show({ category_id: lone })).titles).toEqual([
      'Lone 5',
      'Lone 4',
      'Lone 3',
      'Lone 2',
      'Lone 1',
    ]);
    const whole = await show({ category_id: parent });
    expect(whole.titles).toHaveLength(4);
    expect([
      whole.links?.category.name,
      whole.links?.subcategories.map(({ id }) => id),
      whole.shownId,
    ]).toEqual(['Parent & co', [child], parent]);
    expect(whole.tags).toContain(`list:term:${parent}`);
    expect((await show({ category_id: parent, td_filter_value: child })).titles).toEqual([
      'Child 5',
      'Child 4',
      'Child 3',
      'Child 2',
    ]);
    expect((await show({ category_id: parent, td_filter_value: lone })).shownId).toBe(parent);
    expect((await show({ category_id: parent, limit: 2 })).titles).toHaveLength(2);
    expect([
      (await show({ category_id: tag })).links,
      (await show({ category_id: 999_999 })).links,
      (await show({})).links,
    ]).toEqual([undefined, undefined, undefined]);
    expect(empty).toBeGreaterThan(0);
  });
});
