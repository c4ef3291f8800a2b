import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('lays out its blocks by its attributes', () => {
  const html = renderToStaticMarkup(
    <View
      settings={block.settings.parse({ layout: 'sidebar', space: 2, gap: 12, className: 'mine "><b>' })}
      data={undefined}
      blockId="a"
    >
      inner
    </View>,
  );
  expect(html).toBe('<div class="row row-sidebar space-2 mine b" style="gap:12px">inner</div>');
  expect(
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={undefined} blockId="a">
        inner
      </View>,
    ),
  ).toBe('<div class="row row-columns">inner</div>');
});
