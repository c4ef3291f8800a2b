import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const render = (count: number) => renderToStaticMarkup(
  <View
    settings={block.settings.parse({})}
    data={{ cards: [postCard({ title: hostileTitle }), ...Array.from({ length: count - 1 }, (_, n) => postCard({ id: n + 2, title: `Title ${n + 2}` }))] }}
    blockId="a"
  />,
);

test('one big, two middling with pictures, four headlines', () => {
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
