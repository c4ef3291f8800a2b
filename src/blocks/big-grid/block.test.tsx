import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { listData } from '../../../test/harness/list-data.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { createPost } from '../../modules/posts/writer.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('big grid', (get) => {
  test('shows one and four posts, else three, else nothing', async () => {
    const shownAfter = async (posts: number, attributes: object) => {
      await get().write(async (tx) => {
        for (let n = 0; n < posts; n++)
          await createPost(tx, { title: 'Post', status: 'publish', publishedAt: 1 });
      });
      const settings = block.settings.parse(attributes);
      const data = await load(settings, fakeLoadContext(testContent(get())));
      return data ? renderToStaticMarkup(<View settings={settings} data={data} blockId="a" />) : '';
    };
    expect(await shownAfter(2, { once: true })).toBe('');
    expect((await shownAfter(2, { once: true })).match(/card-slip/g)).toHaveLength(3);
    const whole = await shownAfter(2, { once: true });
    expect([whole.match(/card-slip/g)?.length, whole.match(/card card-grid/g)?.length]).toEqual([1, 4]);
    expect((await shownAfter(0, { once: true, grid: 'three' })).match(/card-slip/g)).toHaveLength(3);
    const stacked = await shownAfter(0, { grid: 'one-two' });
    expect([
      stacked.match(/card-slip/g)?.length,
      stacked.match(/card card-grid/g)?.length,
      stacked.includes('big-grid-one-two'),
    ]).toEqual([1, 2, true]);
    const rows = await shownAfter(0, { grid: 'two-three' });
    expect([
      rows.match(/card-slip/g)?.length,
      rows.match(/card card-grid/g)?.length,
      rows.includes('big-grid-two-three'),
    ]).toEqual([2, 3, true]);
  });
});

test('a card with its text on a panel keeps its picture, its video mark and its link', () => {
  const cards = [1, 2, 3].map((id) => postCard({ id, format: id === 1 ? 'video' : 'standard' }));
  const html = renderToStaticMarkup(
    <View settings={{ grid: 'three' }} data={listData({ custom_title: 'Seen' }, { cards })} blockId="a" />,
  );
  expect(html.match(/video-mark/g)).toHaveLength(1);
  expect(html).toContain('<span class="visually-hidden">Video: </span>Title 1</a>');
  expect(html).toContain('picture-4x3');
});
