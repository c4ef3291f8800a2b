import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const render = (text: string, attributes = {}) =>
  renderToStaticMarkup(<View settings={block.settings.parse(attributes)} data={{ text }} blockId="a" />);

test('describes the site in paragraphs, with its feed', () => {
  expect(render(`One.\n\n${hostileTitle}`)).toMatch(
    /^<div class="footer-about"><p>One\.<\/p><p>&lt;img.*<a class="footer-feed" href="\/feed\/"/,
  );
  expect(render('', { show_feed: 'no' })).toBe('<div class="footer-about"></div>');
});
