import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

test('links the site’s feed and those of its categories', () => {
  const data = {
    siteTitle: hostileTitle,
    url: '/feed/',
    sections: [{ id: 3, name: 'Science', url: '/category/science/feed/' }],
  };
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(html).toContain('id="a-title">Follow &lt;img');
  expect(html).toContain('href="/feed/"');
  expect(html).toContain('href="/category/science/feed/"');
  expect(html).toContain('RSS feed: </span>Science');
});
