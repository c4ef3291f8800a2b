import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  above: [{ name: 'Home', url: '/' }, { name: 'Technology', url: '/category/technology/' }], current: { name: hostileTitle, url: '/a/' },
};

test('links to everything above the page, and names the page itself', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain(
    '<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol><li><a href="/">Home</a></li><li><a href="/category/technology/">Technology</a></li>',
  );
  expect(html).toContain('<span aria-current="page">&lt;img');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({ show_current: false })} data={data} blockId="a" />)).not.toContain('aria-current');
});
