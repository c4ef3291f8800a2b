import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('each section opens with a picture under its title, then come headlines', () => {
  const sections = ['Science', 'Culture'].map((name, place) => ({
    section: { id: place + 1, name, url: `/category/${name}/`, accent: place }, cards: [1, 2, 3].map((id) => postCard({ id: place * 10 + id })),
  }));
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ sections }} blockId="a" />);
  expect(html.match(/card card-grid/g)).toHaveLength(2);
  expect(html.match(/card card-text/g)).toHaveLength(4);
  expect(html).toContain('<h2 class="section-title section-link accent-1"><a href="/category/Culture/">Culture</a></h2>');
  expect(html).toContain('sections-2');
});
