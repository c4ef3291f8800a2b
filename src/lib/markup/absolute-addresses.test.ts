import { expect, test } from 'vitest';
import { withAbsoluteAddresses } from './feed-html.ts';

const at = 'https://news.example/a-story/';
const absolute = (html: string) => withAbsoluteAddresses(html, at);

test('makes root-relative URLs absolute, and leaves all else unchanged', () => {
  expect(
    absolute(
      '<p title=\'a\'><a href="/b/?c=1&amp;d=2#e">b</a> <a href="../c/">c</a> <form action="?s=x" role=search></form></p>',
    ),
  ).toBe(
    '<p title=\'a\'><a href="https://news.example/b/?c=1&amp;d=2#e">b</a> <a href="../c/">c</a> ' +
      '<form action="https://news.example/a-story/?s=x" role="search"></form></p>',
  );
  expect(
    absolute('<img srcset="/a-300.webp 300w, https://cdn.example/b.webp 600w" src="/b.jpg" alt="x">'),
  ).toBe(
    '<img srcset="https://news.example/a-300.webp 300w, https://cdn.example/b.webp 600w" src="https://news.example/b.jpg" alt="x">',
  );
});

test('leaves absolute URLs, fragments, empty URLs, text and truncated tags alone', () => {
  for (const html of [
    '<a HREF=\'https://else.example/x\' data-x="/y">x</a>',
    '<a href="#note">n</a>',
    '<img src="x">',
    '<img src="//cdn.example/x">',
    '<a href="mailto:x@y.example">m</a>',
    '<a href="http://[">x</a>',
    '<!-- <a href="/b/"> -->',
    '<textarea><a href="/b/"></textarea>',
    ' href="/b/"',
    '<a href="/b/',
    '<script>let x = "<a href=\\"/b/\\">"</script>',
    '',
  ])
    expect(absolute(html)).toBe(html);
});

test('a URL can’t break out of its attribute', () => {
  expect(absolute('<a class="x" href="/b/" title=\'" onclick="x()\'>b</a>')).not.toMatch(/"\s+onclick=/);
  expect(absolute('<a href="/&quot;&gt;&lt;script&gt;">b</a>')).not.toContain('<script');
});
