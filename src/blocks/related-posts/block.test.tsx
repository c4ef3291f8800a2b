import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listData } from '../../../test/harness/list-data.ts';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { View } from './view.tsx';

const cards = Array.from({ length: 6 }, (_, index) =>
  postCard({ id: index + 1, title: index === 0 ? hostileTitle : `Title ${index + 1}` }),
);
const data = listData(
  { ajax_pagination: 'next_prev' },
  {
    cards,
    path: '/an-article/',
    state: { block_type: 'td_block_related_posts', found_posts: 397, max_num_pages: 67 },
  },
);

test('shows 6 posts in 3 columns, with a link to the next page', () => {
  const html = renderToStaticMarkup(<View data={data} blockId="tdi_2" />);
  expect(html.match(/<article/g)).toHaveLength(6);
  expect(html).toContain('columns-3');
  expect(html).toContain('data-block-type="td_block_related_posts"');
  expect(html).toContain('href="/an-article/?td_block=tdi_2&amp;td_page=2#tdi_2"');
  expect(html).not.toContain('<img src=x');
});
