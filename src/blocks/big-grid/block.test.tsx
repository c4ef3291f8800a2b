import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { createPost } from '../../content/posts/writer.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('big grid', (get) => {
  test('one and four, else three, else nothing', async () => {
    const shownAfter = async (posts: number, attributes: object) => {
      await get().write(async (tx) => {
        for (let n = 0; n < posts; n++) await createPost(tx, { title: 'Post', status: 'publish', publishedAt: 1 });
      });
      const settings = block.settings.parse(attributes);
      const data = await load(settings, fakeLoadContext(testContent(get())));
      return renderToStaticMarkup(<View settings={settings} data={data} blockId="a" />);
    };
    expect(await shownAfter(2, { once: true })).toBe('');
    expect((await shownAfter(2, { once: true })).match(/card-slip/g)).toHaveLength(3);
    const whole = await shownAfter(2, { once: true });
    expect([whole.match(/card-slip/g)?.length, whole.match(/card card-grid/g)?.length]).toEqual([1, 4]);
    expect((await shownAfter(0, { once: true, grid: 'three' })).match(/card-slip/g)).toHaveLength(3);
  });
});

test('a card on a slip keeps its picture, its video mark and its link', () => {
  const settings = block.settings.parse({ grid: 'three', custom_title: 'Seen' });
  const cards = [1, 2, 3].map((id) => postCard({ id, format: id === 1 ? 'video' : 'standard' }));
  const html = renderToStaticMarkup(<View settings={settings} data={{ cards, now: 0, path: '', section: undefined, state: { block_type: '', atts: {}, td_column_number: 3, td_current_page: 1, post_count: 3, found_posts: 3, max_num_pages: 1, td_filter_value: '', td_user_action: '', header_color: '', ajax_pagination_infinite_stop: 0, is_ajax_running: false } }} blockId="a" />);
  expect(html.match(/video-mark/g)).toHaveLength(1);
  expect(html).toContain('<span class="visually-hidden">Video: </span>Title 1</a>');
  expect(html).toContain('picture-4x3');
});
