import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const data = { name: hostileTitle, tagline: 'News', today: Date.UTC(2026, 10, 20), isFront: true };

test('the name is the heading of the front page, and a link home elsewhere', () => {
  const front = renderToStaticMarkup(<View settings={block.settings.parse({})} data={data} blockId="a" />);
  expect(front).toMatch(/<h1 class="site-title-name"><a href="\/" rel="home">&lt;img/);
  expect(front).toContain('<time dateTime="2026-11-20">Friday, November 20, 2026</time>');
  const other = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ ...data, isFront: false, today: undefined, tagline: '' }} blockId="a" />);
  expect(other).not.toContain('<h1');
  expect(other).not.toContain('<time');
});
