import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import type { PostListData } from './data.ts';
import { View } from './view.tsx';

const cards = Array.from({ length: 9 }, (_, index) => postCard({ id: index + 1 }));
const data = (page: number, shown = cards): PostListData => ({
  cards: shown, now: Date.UTC(2026, 10, 20), path: '/science/', section: undefined,
  state: {
    block_type: 'broadsheet_post_list', atts: { limit: 9 }, td_column_number: 3, td_current_page: page, post_count: shown.length, found_posts: 27, max_num_pages: 3, td_filter_value: '',
    td_user_action: '', header_color: '', ajax_pagination_infinite_stop: 0, is_ajax_running: false,
  },
});
const render = (attributes: Record<string, unknown>, page = 1, shown = cards) =>
  renderToStaticMarkup(<View settings={block.settings.parse(attributes)} data={data(page, shown)} blockId="tdi_1" />);

test.each(['cards', 'list', 'compact', 'ranks', 'reel'])('style %s shows every post once', (style) => {
  const html = render({ style });
  for (const { id } of cards) expect(html.split(`href="/post-${id}/">Title ${id}</a>`)).toHaveLength(2);
});

test('a list of a section is titled by it, in its colour, and does not name it again on every card', () => {
  const section = { id: 7, name: 'Science', url: '/category/science/', accent: 3 };
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data(1), section }} blockId="tdi_1" />);
  expect(html).toContain('<h2 class="section-title section-link accent-3"><a href="/category/science/">Science</a></h2>');
  expect(html).not.toContain('kicker');
  expect(render({})).toContain('class="kicker accent-7"');
});

test('a reel can be reached and scrolled by keyboard, and says what it is', () => {
  expect(render({ style: 'reel', custom_title: 'Lately' })).toContain('<ul class="list list-reel columns-3" tabindex="0" aria-label="Lately">');
});

test('[BLK-12] custom_title is the heading', () => {
  expect(render({ custom_title: 'My list' })).toContain('<h2 class="section-title">My list</h2>');
  expect(render({ custom_title: hostileTitle })).not.toContain('<img src=x');
});

test('[BLK-24] [BLK-25] the state stands in the HTML', () => {
  const html = render({}).replaceAll('&quot;', '"');
  const state = JSON.parse(/data-state="(\{.*?\})"/.exec(html)?.[1] ?? '') as Record<string, unknown>;
  expect(state).toMatchObject({ td_column_number: 3, td_current_page: 1, post_count: 9, found_posts: 27, max_num_pages: 3 });
  for (const key of ['td_filter_value', 'td_user_action', 'header_color', 'ajax_pagination_infinite_stop']) expect(state).toHaveProperty(key);
});

test('[BLK-14] each mode has its own paging, as links that work without scripts', () => {
  expect(render({ ajax_pagination: 'next_prev' }, 2)).toContain('href="/science/?td_block=tdi_1&amp;td_page=3#tdi_1"');
  expect(render({ ajax_pagination: 'next_prev' }, 2)).toContain('href="/science/#tdi_1"');
  expect(render({ ajax_pagination: 'next_prev' }, 3)).toMatch(/step-pager-next is-disabled/);
  expect(render({ ajax_pagination: 'numbered' }, 1)).toContain('aria-current="page"');
  expect(render({ ajax_pagination: 'load_more' }, 1)).toContain('>Load more</a>');
  expect(render({ ajax_pagination: 'load_more' }, 3)).not.toContain('Load more');
  expect(render({}, 1)).not.toContain('td_page');
});

test('an empty list is nothing; an empty further page says so', () => {
  expect(render({}, 1, [])).toBe('');
  expect(render({ ajax_pagination: 'next_prev' }, 9, [])).toContain('no more posts');
});
