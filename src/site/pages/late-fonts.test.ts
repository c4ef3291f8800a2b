import { expect, test } from 'vitest';
import { pageFonts } from './page-css.ts';

const look = { fonts: { first: 'first ', rare: 'rare ', italics: 'italics ' }, last: '' };
const words = (length: number) => `<p>${'word '.repeat(length / 5)}</p>`;
const article = (text: string, before = '') =>
  `<main><h1>Title</h1>${before}<div class="post-content">${text}</div></main>`;

test('styles of an English or German page contain its first visible fonts, and rare characters and later italics load late', () => {
  for (const language of ['en', 'en-GB', 'de']) {
    expect(pageFonts(look, language, article(`${words(5000)}<p><em>Far</em> below</p>`))).toEqual({
      css: 'first ',
      late: 'both',
    });
  }
});

test.each(['fr', 'es', 'pl', 'tr', 'ja', 'ar'])(
  'a page in %s, which needs further characters, has them at once',
  (language) => {
    expect(pageFonts(look, language, article(words(5000)))).toEqual({ css: 'first rare ', late: 'italics' });
  },
);

test.each([
  '<em>word</em>',
  '<i class="a">word</i>',
  '<cite>word</cite>',
  '<blockquote class="wp-block-quote"><p>word</p></blockquote>',
  '<address>word</address>',
  '<dfn>word</dfn>',
  '<pre class="wp-block-verse">word</pre>',
  '<p class="wp-block-paragraph" style="font-style:italic;font-weight:400">word</p>',
  '<span style="font-style: oblique">word</span>',
  '<h2 style="font:italic 400 1rem serif">word</h2>',
])('italics that are visible first load at once: %s', (slanted) => {
  expect(pageFonts(look, 'en', article(`${words(1000)}${slanted}`))).toEqual({
    css: 'first italics ',
    late: 'rare',
  });
  expect(pageFonts(look, 'en', article(words(5000), slanted))).toEqual({
    css: 'first italics ',
    late: 'rare',
  });
  expect(pageFonts(look, 'en', `<main>${words(1000)}${slanted}</main>`)).toEqual({
    css: 'first italics ',
    late: 'rare',
  });
  expect(pageFonts(look, 'en', `<main>${words(40_000)}${slanted}</main>`).late).toBe('both');
});

test('and so do those of a look with italics, and all faces of a pair that is not split', () => {
  expect(
    pageFonts({ ...look, last: '.kicker{font:italic 400 1rem serif}' }, 'en', article(words(5000))),
  ).toEqual({ css: 'first italics ', late: 'rare' });
  expect(
    pageFonts({ fonts: { first: 'all ', rare: '', italics: '' }, last: '' }, 'en', article(words(5000))),
  ).toEqual({ css: 'all ', late: 'plain' });
});

test('elements whose names only start alike are not italic', () => {
  expect(
    pageFonts(
      look,
      'en',
      article('<img src="/a.jpg"><iframe></iframe><embed><div>word</div><pre class="wp-block-code">x</pre>'),
    ).late,
  ).toBe('both');
});
