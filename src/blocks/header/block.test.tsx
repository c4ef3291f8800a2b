import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

const render = (data: Parameters<typeof View>[0]['data'], layout = '') =>
  renderToStaticMarkup(
    <View data={data} settings={block.settings.parse({ layout })} blockId="a">
      inner
    </View>,
  );

test('contains its blocks, and requests scripts only if something toggles', () => {
  expect(render({ sticks: 'none', smart: 'never', gap: 0 })).toBe(
    '<header class="site-header"><div class="container">inner</div></header>',
  );
  expect(render({ sticks: 'menu', smart: 'never', gap: 0 })).toBe(
    '<header class="site-header sticks-menu"><div class="container">inner</div></header>',
  );
  expect(render({ sticks: 'menu', smart: 'phone', gap: 0 })).toContain('data-behaviour="sticky-header"');
  expect(render({ sticks: 'header', smart: 'never', gap: 50 })).toContain(
    'class="header-end" style="top:50px" data-behaviour="sticky-header"',
  );
  expect(render({ sticks: 'none', smart: 'never', gap: 0 }, 'line')).toContain(
    '<header class="site-header header-line">',
  );
});
