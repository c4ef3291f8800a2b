import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = {
  above: [
    { name: 'Home', url: '/' },
    { name: 'Technology', url: '/category/technology/' },
  ],
  current: { name: hostileTitle, url: '/a/' },
};

test('links to all ancestors of the page, and names the page itself only if set', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain(
    '<nav class="breadcrumbs" aria-label="Breadcrumbs"><ol><li><a href="/">Home</a></li><li><a href="/category/technology/">Technology</a></li>',
  );
  expect(html).not.toContain('aria-current');
  expect(
    renderToStaticMarkup(
      <View settings={block.settings.parse({ show_current: true })} data={data} blockId="a" />,
    ),
  ).toContain('<span aria-current="page">&lt;img');
});

test('the last step replaces the kicker if it is the post’s own category', () => {
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ ...data, colour: { accent: 2 } }} blockId="a" />,
  );
  expect(html).toContain('<a href="/">Home</a>');
  expect(html).toContain('<a class="kicker accent-2" href="/category/technology/">Technology</a>');
});
