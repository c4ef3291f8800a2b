import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listData } from '../../../test/harness/list-data.ts';
import { ListPart } from '../../ui/pager.tsx';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { findBlockByWireName } from '../registry.server.ts';
import { listStyles } from './settings.ts';
import { View } from './view.tsx';

const cards = Array.from({ length: 9 }, (_, index) => postCard({ id: index + 1 }));
const render = (settings: Record<string, unknown>, page = 1, shown = cards) =>
  renderToStaticMarkup(
    <View data={listData(settings, { cards: shown, state: { td_current_page: page } })} blockId="tdi_1" />,
  );

test.each(listStyles)('style %s shows every post once, and has its own request type', (style) => {
  const html = render({ style });
  for (const { id } of cards) expect(html.split(`href="/post-${id}/">Title ${id}</a>`)).toHaveLength(2);
  expect(findBlockByWireName(`td_block_${listStyles.indexOf(style) + 1}`)).toMatchObject({
    block: { definition: { name: 'broadsheet/post-list' } },
    preset: { style },
  });
});

test('a list of a section is titled by it, in its colour, and does not name it again on every card', () => {
  const section = { id: 7, name: 'Science', url: '/category/science/', accent: 3 };
  const html = renderToStaticMarkup(<View data={listData({}, { section })} blockId="tdi_1" />);
  expect(html).toContain(
    '<h2 class="section-title section-link accent-3"><a href="/category/science/">Science</a></h2>',
  );
  expect(html).not.toContain('kicker');
  expect(render({})).toContain('class="kicker accent-7"');
});

test('the first post with a picture leads, unless an editor ordered the posts', () => {
  const shown = cards.slice(0, 3).map((card) => (card.id === 1 ? { ...card, picture: undefined } : card));
  const first = (settings: Record<string, unknown>) =>
    /card-title"[^>]*><a href="([^"]*)"/.exec(render({ style: 'lead', ...settings }, 1, shown))?.[1];
  expect([first({}), first({ post_ids: '1,2,3' }), first({ sort: 'oldest_posts' })]).toEqual([
    '/post-2/',
    '/post-1/',
    '/post-1/',
  ]);
});

test('a reel can be focused and scrolled by keyboard, and has a label', () => {
  expect(render({ style: 'reel', custom_title: 'Lately' })).toContain(
    '<ul class="list list-reel columns-3" data-pages="3" tabindex="0" aria-label="Lately">',
  );
});

test('[BLK-12] custom_title is the heading', () => {
  expect(render({ custom_title: 'My list' })).toContain('<h2 class="section-title">My list</h2>');
  expect(render({ custom_title: hostileTitle })).not.toContain('<img src=x');
});

test('[BLK-24] [BLK-25] renders its state into the HTML', () => {
  const html = render({}).replaceAll('&quot;', '"');
  const state = JSON.parse(/data-state="(\{.*?\})"/.exec(html)?.[1] ?? '') as Record<string, unknown>;
  expect(state).toMatchObject({
    td_column_number: 3,
    td_current_page: 1,
    post_count: 9,
    found_posts: 27,
    max_num_pages: 3,
  });
  for (const key of ['td_filter_value', 'td_user_action', 'header_color', 'ajax_pagination_infinite_stop'])
    expect(state).toHaveProperty(key);
});

test('[BLK-14] each mode has its own paging, as links that work without scripts', () => {
  expect(render({ ajax_pagination: 'next_prev' }, 2)).toContain(
    'href="/science/?td_block=tdi_1&amp;td_page=3#tdi_1"',
  );
  expect(render({ ajax_pagination: 'next_prev' }, 2)).toContain('href="/science/#tdi_1"');
  expect(render({ ajax_pagination: 'next_prev' }, 3)).toMatch(/step-pager-next is-disabled/);
  expect(render({ ajax_pagination: 'numbered' }, 1)).toContain('aria-current="page"');
  expect(render({ ajax_pagination: 'load_more' }, 1)).toContain('>Load more</a>');
  expect(render({ ajax_pagination: 'load_more' }, 3)).toContain(
    '<p class="load-more" hidden=""><a class="button button-quiet">',
  );
  expect(render({ ajax_pagination: 'infinite' }, 1)).toContain('>Load more</a>');
  expect(render({}, 1)).not.toContain('td_page');
});

test('shows that a further page is empty', () => {
  expect(render({ ajax_pagination: 'next_prev' }, 9, [])).toContain('no more posts');
});

test('[BLK-17] a filter list is links: the first shows everything, and each filters this block only', () => {
  const html = renderToStaticMarkup(
    <View
      data={listData(
        { ajax_pagination: 'next_prev' },
        {
          filters: [
            { value: '', label: 'All' },
            { value: '7', label: hostileTitle },
          ],
          state: { td_filter_value: '7', td_current_page: 2 },
        },
      )}
      blockId="tdi_1"
    />,
  );
  expect(html).toContain('<a href="/science/#tdi_1" data-filter="" rel="nofollow">All</a>');
  expect(html).toContain(
    '<a href="/science/?td_block=tdi_1&amp;td_filter_value=7#tdi_1" data-filter="7" rel="nofollow" aria-current="true">&lt;img',
  );
  expect(html).toContain('href="/science/?td_block=tdi_1&amp;td_page=3&amp;td_filter_value=7#tdi_1"');
});

test('[BLK-23] style settings change the look of a block, and not its posts', () => {
  const plain = render({ custom_title: 'Seen' });
  const styled = render({
    custom_title: 'Seen',
    text_color: '#123456',
    title_size: 30,
    gap: 4,
    header_color: '#ff0000',
  });
  expect(styled).toContain('style="--ink:#123456;--list-title:30px;--list-gap:4px"');
  expect(styled).toContain('color:#ff0000');
  expect(plain).not.toContain('--ink');
  const posts = (html: string) => /<ul class="list.*<\/ul>/.exec(html)?.[0];
  expect(posts(styled)).toBe(posts(plain));
  expect(render({ text_color: 'red;}', title_size: 1e9, gap: 'wide' })).toContain(
    'style="--list-title:60px"',
  );
});

test('a request for another page returns only the posts', () => {
  const html = renderToStaticMarkup(
    <ListPart value="items">
      <View data={listData({ custom_title: 'Seen', ajax_pagination: 'next_prev' })} blockId="tdi_1" />
    </ListPart>,
  );
  expect(html).toMatch(/^<ul class="list list-cards columns-3" data-pages="3">.*<\/ul>$/);
});

test('numbers continue from the previous page', () => {
  expect(render({ style: 'ranks', limit: 9 }, 3)).toContain('style="counter-reset:rank 18"');
  expect(render({ style: 'ranks', limit: 9 })).not.toContain('counter-reset');
});
