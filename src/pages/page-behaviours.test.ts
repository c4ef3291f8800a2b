import { expect, test } from 'vitest';
import { markedIn } from './page-behaviours.ts';

test('what elements name and what they hold asks for scripts, each in one pass over the page', () => {
  // What a view has to ask for, a text can't.
  expect(markedIn(
    '<nav data-behaviour="nav-menu"><div data-late="share"></div><div data-island="search"></div><div data-behaviour="slide"></div><ol '
      + 'data-late="smart-list"></ol></nav>',
  )).toEqual({ modules: ['slide', 'smart-list'], behaviours: [] });
  for (const [html, behaviour] of [
    ['<img class="wide lazy" src="">', 'lazy-image'], ['<time data-ago="1">', 'time-ago'], ['<a data-scroll-to-class="x">', 'scroll-link'],
    ['<a data-lightbox>', 'lightbox'], ['<div data-lightbox-content="">', 'lightbox'],
    ['<pre data-copyable>', 'copy-pre'], ['<a data-video="{}">', 'video'], ['<a data-mfp-src=x>', 'video'],
    ['<figure><video src="/a.mp4"></video></figure>', 'video'],
  ] as const) {
    expect(markedIn(`<p>before</p>${html}${html}<p>after</p>`), html).toEqual({ modules: [], behaviours: [behaviour] });
  }
  expect(markedIn('<p class="lazyness">lazy data-ago data-behaviours="no" data-late</p><img alt="lazy">')).toEqual({ modules: [], behaviours: [] });
});
