import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('introduces the author; nothing when there is nothing to say', () => {
  const data = { id: 1, name: 'Mira Holt', url: '/author/mira/', bio: 'Writes <about> oceans' };
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain('Writes &lt;about&gt; oceans');
  expect(html).toContain('href="/author/mira/"');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, bio: '' }} blockId="a" />)).toBe('');
});
