import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const author = { id: 3, name: 'Mira Holt', url: '/author/mira/' };

test('shows each author with avatar or initials, and their posts', () => {
  const voices = [
    { author, portrait: '/p.jpg', card: postCard({ title: hostileTitle }) },
    { author: { ...author, id: 4 }, portrait: undefined, card: postCard({ id: 2, title: '' }) },
  ];
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ voices }} blockId="a" />,
  );
  expect(html).toContain('src="/p.jpg"');
  expect(html).toContain('>MH</span>');
  expect(html).toContain('<a href="/author/mira/">Mira Holt</a>');
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('voices-2');
});
