import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const lead = { picture: postCard().picture, caption: 'The strait', credit: 'Ned Ash', video: undefined };

test('the picture fills the window, its text is on a plate, and a link leads to the content', () => {
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ lead, readDown: 'Read down' }} blockId="tdi_1">
      <h1>Title</h1>
    </View>,
  );
  expect(html).toMatch(
    /fetchPriority="high".*<div class="full-screen-plate"><h1>Title<\/h1>.*href="#tdi_1-text" data-late="read-down" data-held="">Read down.*id="tdi_1-text" tabindex="-1"><figcaption>The strait/,
  );
});

test('requests the picture as wide as needed to cover the screen, on a tall screen by its height', () => {
  const sizesOf = (size: object) => {
    const picture = { ...postCard().picture, ...size } as typeof lead.picture;
    return /sizes="([^"]*)"/.exec(
      renderToStaticMarkup(
        <View
          settings={block.settings.parse({})}
          data={{ lead: { ...lead, picture }, readDown: '' }}
          blockId="a"
        />,
      ),
    )?.[1];
  };
  expect(sizesOf({ width: 1600, height: 1067 })).toBe('(max-height:600px) 100vw, max(100vw, 150vh)');
  expect(sizesOf({ width: 0, height: 0 })).toBe('100vw');
});

test('without a picture it does not fill the window', () => {
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ lead: undefined, readDown: 'Read down' }} blockId="a">
      <h1>Title</h1>
    </View>,
  );
  expect(html).toBe(
    '<div class="full-screen-header"><div class="full-screen-plate"><h1>Title</h1></div></div>',
  );
});

test('a picture that is too small for a window, or taller than wide, goes below the headline as elsewhere', () => {
  for (const [size, kind] of [
    [{ width: 640, height: 427 }, 'lead-column'],
    [{ width: 1200, height: 1800 }, 'lead-upright'],
  ] as const) {
    const data = {
      lead: { ...lead, picture: { ...lead.picture, ...size } as typeof lead.picture },
      readDown: 'Read down',
    };
    const html = renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={data} blockId="a">
        <h1>Title</h1>
      </View>,
    );
    expect(html).toContain(`<h1>Title</h1><figure class="post-featured-image ${kind}"`);
    expect(html).toContain('<figcaption>The strait');
    expect(html).not.toContain('full-screen-pictured');
  }
});
