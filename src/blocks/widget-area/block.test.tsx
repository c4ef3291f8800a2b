import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('[IMP-21] shows its blocks without an element around them', () => {
  const html = renderToStaticMarkup(
    <View data={undefined} settings={block.settings.parse({ area: 'my-sidebar' })} blockId="a">
      <p>inner</p>
    </View>,
  );
  expect(html).toBe('<p>inner</p>');
});
