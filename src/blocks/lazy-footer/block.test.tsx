import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('is empty but for links that readers without scripts get', () => {
  const links = [{ id: 1, label: hostileTitle, url: '/about/', titleAttribute: '', target: '', rel: '', classes: [], children: [] }];
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ postId: 12, links }} blockId="a" />);
  expect(html).toMatch(/^<footer class="site-footer" data-behaviour="lazy-footer" data-config="\{&quot;postID&quot;:12\}"><noscript>.*<\/noscript><\/footer>$/);
  expect(html).toContain('<a href="/about/">&lt;img');
});
