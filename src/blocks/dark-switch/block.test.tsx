import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('[DARK-01] is a checkbox, unless the site has none', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ shown: true }} blockId="a" />);
  expect(html).toMatch(/<label class="dark-switch" data-late="dark-switch"><input type="checkbox"[^>]* data-dark-switch=""/);
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ shown: false }} blockId="a" />)).toBe('');
});
