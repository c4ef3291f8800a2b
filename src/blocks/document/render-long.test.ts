import { expect, test } from 'vitest';
import { boxBareText } from './render-long.ts';
import type { DocumentNode } from './document.ts';

const boxed = (html: string) => boxBareText([html]).join('');
const block: DocumentNode = {
  name: 'broadsheet/slide',
  attributes: {},
  place: '0',
  children: ['bare inside'],
};

test('[IMP-28] wraps text and inline elements outside of blocks in a box, but not single blocks and pictures', () => {
  for (const [written, shown] of [
    ['Bare words', '<div>Bare words</div>'],
    [
      '<p>One</p>\nBare <em>and <b>bold</b></em><br> words\n<p>Two</p>',
      '<p>One</p><div>\nBare <em>and <b>bold</b></em><br> words\n</div><p>Two</p>',
    ],
    [
      '<a href="/x">Link</a><ul><li>a</li></ul>end',
      '<div><a href="/x">Link</a></div><ul><li>a</li></ul><div>end</div>',
    ],
    ['<a href="/x"><img src="a"></a>', '<div><a href="/x"><img src="a"></a></div>'],
    ['Before <img src="a"> after', '<div>Before <img src="a"> after</div>'],
    ['<b>5 < 6</b>&nbsp;<hr>', '<div><b>5 < 6</b></div>&nbsp;<hr>'],
    ['one<!--nextpage-->two', '<div>one</div><!--nextpage--><div>two</div>'],
  ] as const) {
    expect(boxed(written)).toBe(shown);
  }
  for (const html of [
    '',
    ' \n ',
    '<p>One</p>\n\n<p>Two</p>',
    '<img src="a" class="alignwide"><noscript><img src="a"></noscript>',
    '<div>in a box <b>of</b> its own</div>',
    '<span id="more-3"></span><p>Rest</p>',
    '<figure><img src="a"><figcaption>words</figcaption></figure>',
    '<table><tr><td>x</td></tr></table>',
    '&nbsp;<br>',
  ]) {
    expect(boxed(html)).toBe(html);
  }
});

test('an element around a block stays in one part with it, and incomplete markup stays unchanged', () => {
  expect(boxBareText(['words ', block, ' more'])).toEqual(['<div>words </div>', block, '<div> more</div>']);
  expect(boxBareText(['<a href="/x">', block, '</a>!'])).toEqual([
    '<div><a href="/x">',
    block,
    '</a>!</div>',
  ]);
  expect(boxed('words</p>')).toBe('words</p>');
  expect(boxed('words <b>')).toBe('words <b>');
});

test('takes linear time, not quadratic', () => {
  const began = performance.now();
  expect(boxed('a<hr>'.repeat(15_000))).toBe('<div>a</div><hr>'.repeat(15_000));
  expect(performance.now() - began).toBeLessThan(1500);
});
