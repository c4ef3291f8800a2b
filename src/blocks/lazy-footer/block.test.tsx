import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { block } from './block.ts';
import { View } from './view.tsx';

test('is empty except for links for readers without scripts', () => {
  const links = [
    {
      id: 1,
      label: hostileTitle,
      url: '/about/',
      titleAttribute: '',
      target: '',
      rel: '',
      classes: [],
      icon: '' as const,
      badge: '',
      audience: '' as const,
      children: [],
    },
  ];
  const { html, acts } = renderActing(
    <View settings={block.settings.parse({})} data={{ postId: 12, links }} blockId="a" />,
  );
  expect(html).toMatch(
    /^<footer class="site-footer" data-behaviour="lazy-footer" data-config="\w+"><noscript>.*<\/noscript><\/footer>$/,
  );
  expect(acts).toEqual([{ name: 'lazy-footer', config: { postID: 12 } }]);
  expect(html).toContain('<a href="/about/">&lt;img');
});
