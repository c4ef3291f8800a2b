import { describe, expect, test } from 'vitest';
import { autopContent, isTame } from './classic-content.ts';

describe('paragraphs', () => {
  test.each([
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['one\ntwo', '<p>one<br />\ntwo</p>\n'],
    ['one\r\n\r\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['<div>a</div>\nb', '<div>a</div>\n<p>b</p>\n'],
    ['<ul>\n<li>a</li>\n</ul>', '<ul>\n<li>a</li>\n</ul>\n'],
    ['a\n<pre>b\n\nc</pre>\nd', '<p>a</p>\n<pre>b\n\nc</pre>\n<p>d</p>\n'],
    ['<blockquote>a</blockquote>', '<blockquote><p>a</p></blockquote>\n'],
    ['<p>a</p>', '<p>a</p>\n'],
    ['   \n ', ''],
  ])('%j', (content, html) => {
    expect(autopContent(content)).toBe(html);
  });

  test('page breaks separate paragraphs, and stay between them', () => {
    expect(autopContent('one\n<!--nextpage-->\ntwo')).toBe('<p>one</p>\n<!--nextpage--><p>two</p>\n');
  });
});

describe('addresses on a line of their own', () => {
  test('become embeds when the site is known', () => {
    expect(autopContent('before\nhttps://youtu.be/ex8fMxXJDJw\nafter'))
      .toBe('<p>before</p>\n<p>[embed]https://youtu.be/ex8fMxXJDJw[/embed]</p>\n<p>after</p>\n');
    expect(autopContent('https://vimeo.com/22439234')).toBe('<p>[embed]https://vimeo.com/22439234[/embed]</p>\n');
    expect(autopContent('a\r\n\r\nhttps://vimeo.com/22439234\r\n\r\nb')).toContain('[embed]https://vimeo.com/22439234[/embed]');
  });

  test('stay what they are in a sentence, in a link, in code and of other sites', () => {
    for (const content of ['see https://youtu.be/ex8fMxXJDJw', 'https://youtu.be/ex8fMxXJDJw is good', '<b>x</b>https://youtu.be/ex8fMxXJDJw',
      '<pre>\nhttps://youtu.be/ex8fMxXJDJw\n</pre>',
      '<a href="x">\nhttps://youtu.be/ex8fMxXJDJw\n</a>', 'https://example.test/page']) expect(autopContent(content), content).not.toContain('[embed]');
  });
});

describe('text that would keep autop busy', () => {
  test.each([
    ['<div ', 50_000], [' ', 300_000], ['<script>', 50_000], ['<pre>x</pre>', 20_000], ['<', 200_000],
  ])('%j is seen, and gets plain paragraphs', (piece, times) => {
    const text = `first\n\n${piece.repeat(times)}`;
    expect(isTame(text)).toBe(false);
    expect(autopContent(text).startsWith('<p>first</p>')).toBe(true);
  });

  test('is nothing that people write', () => {
    expect(isTame(`<p>a < b</p>\n\n${'<div class="x">text</div>\n\n'.repeat(5000)}`)).toBe(true);
  });
});
