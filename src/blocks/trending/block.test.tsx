import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, postOf } from '../../../test/harness/factories.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { present } from '../../../test/harness/present.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { addViews } from '../../modules/views/store.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('trending', (get) => {
  const ids: number[] = [];
  beforeAll(() =>
    get().write(async (tx) => {
      for (let n = 0; n < 14; n++) ids.push(await makePost(tx, { title: `Post ${n}` }));
    }),
  );

  test('[TRD-02] [TRD-06] [TRD-07] shows six random posts in one column, with the site’s title and date settings, without the current one', async () => {
    const post = await postOf(get().read, ids[3] ?? 0);
    for (let now = 1; now < 6; now++) {
      const context = fakeLoadContext(
        testContent(get()),
        { ...homePage, kind: 'single', post },
        { now: Date.now() + now },
      );
      const data = present(await load(block.settings.parse({}), context));
      expect(data.cards).toHaveLength(6);
      expect(data.cards.map(({ id }) => id)).not.toContain(ids[3]);
      expect(data.state.atts).toMatchObject({
        custom_title: 'Trending Searches',
        limit: 6,
        td_column_number: 1,
        sort: 'random_posts',
        post_ids: `-${ids[3]}`,
        td_ajax_preloading: 'preload_all',
        td_filter_default_txt: 'All',
        time_ago_add_txt: 'ago',
      });
      const html = renderToStaticMarkup(<View data={data} blockId="a" />);
      expect(html).toContain('<h2 class="section-title">Trending Searches</h2>');
      expect(html.match(/<time [^>]*data-ago="ago">\d+ \w+ ago<\/time>/g)).toHaveLength(6);
    }
  });

  test('follows the site’s settings, unless it has its own', async () => {
    await get().write((tx) =>
      saveSettings(tx, {
        trending_title: 'Worth a look',
        trending_limit: 2,
        trending_sort: '',
        time_ago_add_txt: 'earlier',
      }),
    );
    const data = present(await load(block.settings.parse({}), fakeLoadContext(testContent(get()))));
    expect([
      data.settings.custom_title,
      data.cards.map(({ title }) => title),
      data.settings.time_ago_add_txt,
    ]).toEqual(['Worth a look', ['Post 13', 'Post 12'], 'earlier']);
    const own = present(
      await load(
        block.settings.parse({ custom_title: 'Mine', limit: 3, sort: 'oldest_posts' }),
        fakeLoadContext(testContent(get())),
      ),
    );
    expect([own.settings.custom_title, own.cards.map(({ title }) => title)]).toEqual([
      'Mine',
      ['Post 0', 'Post 1', 'Post 2'],
    ]);
  });

  test.each(['popular', 'popular7'] as const)(
    'by views (%s) it is random until articles were read, then the most read come first',
    async (sort) => {
      await get().write((tx) =>
        saveSettings(tx, {
          trending_title: null,
          trending_limit: null,
          trending_sort: sort,
          time_ago_add_txt: null,
        }),
      );
      const titles = async () =>
        present(await load(block.settings.parse({}), fakeLoadContext(testContent(get())))).cards.map(
          ({ title }) => title,
        );
      const atts = async () =>
        present(await load(block.settings.parse({}), fakeLoadContext(testContent(get())))).state.atts;
      await get().write(async ({ db }) => {
        await db.updateTable('post').set({ view_count: 0 }).execute();
        await db.deleteFrom('counter').where('key', 'like', 'views:%').execute();
      });
      expect([(await atts()).sort, (await titles()).length]).toEqual(['random_posts', 6]);
      await get().write((tx) =>
        addViews(
          tx,
          new Map([
            [ids[2] ?? 0, 9],
            [ids[5] ?? 0, 4],
          ]),
          Date.now(),
        ),
      );
      expect([(await atts()).sort, (await titles()).slice(0, 2)]).toEqual([sort, ['Post 2', 'Post 5']]);
    },
  );
});
