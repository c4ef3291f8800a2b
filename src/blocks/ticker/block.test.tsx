import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { configId } from '../../reader/islands/acting.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const cards = [postCard({ id: 1, title: hostileTitle }), postCard({ id: 2 }), postCard({ id: 3, title: '' })];

test('shows one title and contains the others, with the data of its behaviour', () => {
  const { html, acts } = renderActing(
    <View
      settings={block.settings.parse({})}
      data={{ label: 'Trending now', start: 'manual', cards }}
      blockId="tdi_5"
    />,
  );
  expect(html.match(/<li data-ticker-item="" hidden="">/g)).toHaveLength(2);
  expect(html).toContain('Trending now');
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('data-ticker-step="-1"');
  expect(acts).toEqual([
    { name: 'ticker', config: { blockUid: 'tdi_5', start: 'manual', posts: [1, 2, 3] } },
  ]);
  expect(html).toContain(`data-behaviour="ticker" data-config="${configId(acts[0]?.config)}"`);
});

test('a single title has no buttons', () => {
  expect(
    renderToStaticMarkup(
      <View
        settings={block.settings.parse({})}
        data={{ label: 'x', start: '', cards: cards.slice(1, 2) }}
        blockId="a"
      />,
    ),
  ).not.toContain('<button');
});
