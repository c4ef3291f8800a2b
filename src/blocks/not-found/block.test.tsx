import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('says what happened, and offers a search and the newest posts', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ title: 'Page not found', text: 'There is nothing at this address.', cards: [postCard()] }} blockId="a" />);
  expect(html).toContain('<h1 class="not-found-title">Page not found</h1>');
  expect(html).toContain('role="search"');
  expect(html).toContain('href="/post-1/"');
});
