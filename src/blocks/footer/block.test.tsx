import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('contains its blocks', () => {
  const html = renderToStaticMarkup(
    <View data={undefined} settings={block.settings.parse({})} blockId="a">
      inner
    </View>,
  );
  expect(html).toContain('<div class="footer-inner container">');
  expect(html).toContain('inner');
});
