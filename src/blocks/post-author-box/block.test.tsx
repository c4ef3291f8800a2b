import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

const author = { id: 1, name: 'Mira Holt', url: '/author/mira/', bio: 'Writes <about> oceans', links: [] };

test('introduces every author', () => {
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{
        authors: [author, { ...author, id: 2, name: 'Ned Ash', url: '/author/ned/', bio: 'Draws them' }],
      }}
      blockId="a"
    />,
  );
  expect(html).toContain('Writes &lt;about&gt; oceans');
  expect(html).toMatch(/href="\/author\/mira\/".*href="\/author\/ned\/".*Draws them/);
});
