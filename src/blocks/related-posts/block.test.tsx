import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import type { PostListData } from '../post-list/data.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data: PostListData = {
  cards: Array.from({ length: 6 }, (_, index) => postCard({ id: index + 1, title: index === 0 ? hostileTitle : `Title ${index + 1}` })), now: 0, path: '/an-article/', section: undefined,
  state: {
    block_type: 'td_block_related_posts', atts: {}, td_column_number: 3, td_current_page: 1, post_count: 6, found_posts: 397, max_num_pages: 67, td_filter_value: '', td_user_action: '',
    header_color: '', ajax_pagination_infinite_stop: 0, is_ajax_running: false,
  },
};

test('shows 6 posts in 3 columns, with a step to the next page', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="tdi_2" />);
  expect(html.match(/<article/g)).toHaveLength(6);
  expect(html).toContain('columns-3');
  expect(html).toContain('data-block-type="td_block_related_posts"');
  expect(html).toContain('href="/an-article/?td_block=tdi_2&amp;td_page=2#tdi_2"');
  expect(html).not.toContain('<img src=x');
});

test('is nothing when there is nothing related', () => {
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, cards: [] }} blockId="tdi_2" />)).toBe('');
});
