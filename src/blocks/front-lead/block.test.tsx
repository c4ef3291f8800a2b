import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PostCard } from '../../modules/posts/model.ts';
import { pinToFront } from '../../modules/front/store.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost } from '../../../test/harness/factories.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

const render = (count: number) =>
  renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{
        cards: [
          postCard({ title: hostileTitle }),
          ...Array.from({ length: count - 1 }, (_, n) => postCard({ id: n + 2, title: `Title ${n + 2}` })),
        ],
      }}
      blockId="a"
    />,
  );

test('shows one large post, two medium ones with pictures, and four headlines', () => {
  const html = render(7);
  expect(html.match(/card-lead/g)).toHaveLength(1);
  expect(html.match(/card card-grid/g)).toHaveLength(2);
  expect(html.match(/card card-text/g)).toHaveLength(4);
  expect(html).toContain('fetchPriority="high"');
  expect(html).not.toContain('<img src=x');
});

test('fewer posts leave no empty parts', () => {
  expect(render(1)).not.toMatch(/front-side|front-texts/);
  expect(render(3)).not.toContain('front-texts');
});

test('four posts fill two columns, since a column of one headline would be empty, and one post is a spread', () => {
  expect(render(4)).not.toContain('front-texts');
  expect(render(4).match(/<article/g)).toHaveLength(4);
  expect(render(5)).toContain('front-texts-2');
  expect(render(1)).toContain('front-one');
});

test('without pictures the package is text, in as many columns as posts', () => {
  const [lead, ...others] = Array.from({ length: 7 }, (_, n) => postCard({ id: n + 1, picture: undefined }));
  const html = lead
    ? renderToStaticMarkup(
        <View settings={block.settings.parse({})} data={{ cards: [lead, ...others] }} blockId="a" />,
      )
    : '';
  expect(html).toContain('front front-words');
  expect(html).toContain('front-texts-4');
  expect(html.match(/card-excerpt/g)).toHaveLength(7);
});

test('headlines of very long words go below the others, and a script without spaces has no such words', () => {
  const shown = (title: string) =>
    renderToStaticMarkup(
      <View
        settings={block.settings.parse({})}
        blockId="a"
        data={{
          cards: Array.from({ length: 7 }, (_, n) => postCard({ id: n + 1, ...(n === 5 && { title }) })) as [
            PostCard,
            ...PostCard[],
          ],
        }}
      />,
    );
  expect(shown('Donaudampfschifffahrtselektrizitätenhauptbetriebswerk')).toContain(
    'class="front front-below"',
  );
  for (const title of [
    'A town that moved noon, and how it did',
    '三十年ぶりに開いた灯台、最初の夜に集まった人々と潮の満ち引きと暮らす町',
  ]) {
    expect(shown(title)).toContain('class="front front-three"');
  }
});

onBothDatabases('the lead', (get) => {
  const shown = async () =>
    (await load({}, fakeLoadContext(testContent(get()))))?.cards.map(({ title }) => title);

  test('leads with the newest post with a picture, pairs it with posts that have one, and promotes one from just after the package', async () => {
    const ids: number[] = [];
    await get().write(async (tx) => {
      const featuredMediaId = await makeMedia(tx);
      for (let n = 1; n <= 9; n++)
        ids.push(
          await makePost(tx, {
            title: `Post ${n}`,
            publishedAt: n * 1000,
            ...(n === 1 && { featuredMediaId }),
          }),
        );
    });
    // Of nine posts the oldest has a picture: it replaces the seventh, and leads.
    expect(await shown()).toEqual(['Post 1', 'Post 9', 'Post 8', 'Post 7', 'Post 6', 'Post 5', 'Post 4']);
    await get().write(async (tx) => {
      const featuredMediaId = await makeMedia(tx);
      for (const n of [10, 11])
        ids.push(
          await makePost(tx, {
            title: `Post ${n}`,
            publishedAt: n * 1000,
            ...(n === 10 && { featuredMediaId }),
          }),
        );
    });
    expect(await shown()).toEqual(['Post 10', 'Post 11', 'Post 9', 'Post 8', 'Post 7', 'Post 6', 'Post 5']);
    // Pinned posts keep their chosen places.
    await get().write((tx) => pinToFront(tx, ids[4] ?? 0));
    expect(await shown()).toEqual(['Post 5', 'Post 11', 'Post 10', 'Post 9', 'Post 8', 'Post 7', 'Post 6']);
  });
});
