import { expect, test } from 'vitest';
import { textActs } from './text-acts.ts';

const namesIn = (...html: readonly string[]) => {
  const acts = textActs(html);
  return {
    modules: acts.filter(({ onPage }) => !onPage).map(({ name }) => name),
    behaviours: acts.filter(({ onPage }) => onPage).map(({ name }) => name),
  };
};

test('marks and content of elements request their scripts', () => {
  // A text can't request the scripts that only views may request.
  expect(
    namesIn(
      '<nav data-behaviour="nav-menu"><div data-late="share"></div><div data-island="search"></div><div data-late="slide"></div><ol ' +
        'data-late="smart-list"></ol></nav>',
    ),
  ).toEqual({ modules: ['slide', 'smart-list'], behaviours: [] });
  for (const [html, behaviour] of [
    ['<img class="wide lazy" src="">', 'lazy-image'],
    ['<a data-scroll-to-class="x">', 'scroll-link'],
    ['<a data-lightbox>', 'lightbox'],
    ['<div data-lightbox-content="">', 'lightbox'],
    ['<pre data-copyable>', 'copy-pre'],
    ['<a data-video="{}">', 'video'],
    ['<a data-mfp-src=x>', 'video'],
    ['<figure><video src="/a.mp4"></video></figure>', 'video'],
  ] as const) {
    expect(namesIn(`<p>before</p>${html}${html}<p>after</p>`, html), html).toEqual({
      modules: [],
      behaviours: [behaviour],
    });
  }
  expect(
    namesIn('<p class="lazyness">lazy data-ago data-behaviours="no" data-late</p><img alt="lazy">'),
  ).toEqual({ modules: [], behaviours: [] });
});

test('inner elements of a block are requested with the block', () => {
  const inner = ['<video src="/a.mp4"></video>'];
  expect(
    textActs(['<p>a</p>', { name: 'broadsheet/row', attributes: {}, children: inner, place: '0' }]),
  ).toEqual([]);
  expect(textActs(inner)).toEqual([{ name: 'video', onPage: true }]);
});
