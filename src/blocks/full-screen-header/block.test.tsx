import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const lead = { picture: postCard().picture, caption: 'The strait', credit: 'Ned Ash', video: undefined };

test('the picture fills the window, what is inside stands on a plate, and a link leads to the text', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ lead, readDown: 'Read down' }} blockId="tdi_1"><h1>Title</h1></View>);
  expect(html).toMatch(/fetchPriority="high".*<div class="full-screen-plate"><h1>Title<\/h1>.*href="#tdi_1-text" data-late="read-down" data-held="">Read down.*id="tdi_1-text" tabindex="-1"><figcaption>The strait/);
});

test('without a picture there is no window to fill', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} data={{ lead: undefined, readDown: 'Read down' }} blockId="a"><h1>Title</h1></View>);
  expect(html).toBe('<div class="full-screen-header"><div class="full-screen-plate"><h1>Title</h1></div></div>');
});
