import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('each section begins with a picture under its title, followed by headlines', () => {
  const sections = ['Science', 'Culture'].map((name, place) => ({
    section: { id: place + 1, name, url: `/category/${name}/`, accent: place },
    cards: [1, 2, 3].map((id) => postCard({ id: place * 10 + id })),
  }));
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ sections }} blockId="a" />,
  );
  expect(html.match(/card card-grid/g)).toHaveLength(2);
  expect(html.match(/card card-text/g)).toHaveLength(4);
  expect(html).toContain(
    '<h2 class="section-title section-link accent-1"><a href="/category/Culture/">Culture</a></h2>',
  );
  expect(html).toContain('sections-2');
});

test('if most sections lack a picture none shows one, else the others have a placeholder', () => {
  const drawn = (...pictured: readonly boolean[]) => {
    const sections = pictured.map((has, place) => ({
      section: { id: place + 1, name: 'A', url: '/a/', accent: place },
      cards: [1, 2].map((id) => postCard({ id: place * 10 + id, ...(!has && { picture: undefined }) })),
    }));
    return renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ sections }} blockId="a" />);
  };
  expect(drawn(true, false, false)).not.toContain('card-picture');
  expect(drawn(true, true, false).match(/card-picture/g)).toHaveLength(3);
  expect(drawn(true, true, false).match(/"plate"/g)).toHaveLength(1);
});
