import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { load as loadHeader } from '../header-search/loader.server.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('is a form that works without JavaScript', () => {
  const html = renderToString(
    <View
      settings={block.settings.parse({})}
      data={{ limit: 5, live: true, atts: '', postType: '' }}
      blockId="b1"
    />,
  );
  expect(html).toMatch(/<form role="search" [^>]*action="\/" method="get">[\s\S]*<input [^>]*name="s"/);
  expect(html).toContain('data-island="search"');
});

test('accepts settings in every spelling, and reads invalid ones as defaults', () => {
  const defaults = block.settings.parse({});
  for (const broken of [
    { limit: 'many' },
    { limit: {}, exclude_pages: [] },
    { post_type: 7n },
    { results_limit: null },
    { disable_live_search: 'perhaps' },
  ]) {
    expect(block.settings.parse(broken)).toEqual(defaults);
  }
  expect(
    block.settings.parse({
      limit: '3',
      exclude_pages: 'yes',
      exclude_posts: 1,
      post_type: ['product', 'book', 5],
      results_limit: 1e9,
      disable_live_search: 'on',
    }),
  ).toEqual({
    limit: 3,
    exclude_pages: true,
    exclude_posts: true,
    post_type: 'product,book',
    results_limit: 100,
    disable_live_search: true,
  });
});

onBothDatabases('search blocks', (get) => {
  const field = (settings: object, from = load) =>
    from(block.settings.parse(settings), fakeLoadContext(testContent(get()), homePage));

  test('start with the site’s settings', async () => {
    expect(await field({})).toEqual({ limit: 5, live: true, atts: '', postType: '' });
    expect(await field({}, loadHeader)).toMatchObject({ limit: 4 });
    expect(await field({ limit: 9, results_limit: 2 }, loadHeader)).toMatchObject({
      limit: 2,
      atts: '{"results_limit":2}',
    });
    expect(await field({ post_type: 'product', exclude_pages: true })).toEqual({
      limit: 5,
      live: true,
      atts: '{"exclude_pages":true,"post_type":"product"}',
      postType: 'product',
    });
    await get().write((tx) =>
      saveSettings(tx, { search_block_limit: 7, header_search_limit: 3, search_disable_live_search: true }),
    );
    expect(await field({})).toMatchObject({ limit: 7, live: false });
    expect(await field({ limit: 2 }, loadHeader)).toMatchObject({ limit: 2, live: false });
  });
});
