import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('links to the tags', () => {
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({})}
      data={{ tags: [{ id: 1, name: 'R&D', url: '/tag/rd/' }] }}
      blockId="a"
    />,
  );
  expect(html).toContain('<a href="/tag/rd/" rel="tag">R&amp;D</a>');
});
