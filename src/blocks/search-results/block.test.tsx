import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('shows what was searched for, as text, and the form to search again', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ query: hostileTitle, pageNumber: 2 }} blockId="a" />);
  expect(html).toContain('Results for <q>&lt;img');
  expect(html).toContain('action="/" method="get"');
  expect(html).toContain('name="s"');
  expect(html).toContain('Page 2');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ query: ' ', pageNumber: 1 }} blockId="a" />)).toContain('>Search</h1>');
});
