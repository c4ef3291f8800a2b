import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { LoadContext } from '../load-context.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('renders the chosen page, and nothing without one', async () => {
  const renderDocument = vi.fn<LoadContext['renderDocument']>(async () => '<p>Words</p>');
  const context = { renderDocument } as Partial<LoadContext> as LoadContext;
  const show = async (attributes: object) => {
    const data = await load(block.settings.parse(attributes), context);
    return renderToStaticMarkup(
      <>{data && <View settings={block.settings.parse({})} data={data} blockId="a" />}</>,
    );
  };
  expect(await show({ page_id: 12 })).toBe('<div class="mega-page"><p>Words</p></div>');
  expect(renderDocument.mock.calls).toEqual([[{ post: 12 }]]);
  expect(await show({ page_id: 'x' })).toBe('');
  renderDocument.mockResolvedValueOnce(undefined);
  expect(await show({ page_id: 13 })).toBe('');
});
