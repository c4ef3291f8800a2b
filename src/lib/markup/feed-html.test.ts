import { expect, test } from 'vitest';
import { feedHtml } from './feed-html.ts';

const at = 'https://news.example/a-story/';

test('makes URLs absolute in any notation', () => {
  expect(
    feedHtml(
      '<p><a href="/b/">b</a> <a href="#note">n</a> <a href="../c/?d=1&amp;e=2">c</a> <a href="mailto:x@y.example">m</a> <img src="pic.jpg" alt=""></p>',
      at,
    ),
  ).toBe(
    '<p><a href="https://news.example/b/">b</a> <a href="https://news.example/a-story/#note">n</a> <a href="https://news.example/c/?d=1&amp;e=2">c</a> <a ' +
      'href="mailto:x@y.example">m</a> <img src="https://news.example/a-story/pic.jpg" alt=""></p>',
  );
  expect(
    feedHtml(
      '<img srcset="/a-300.webp 300w, https://cdn.example/b.webp 600w" sizes="100vw" src="//cdn.example/b.jpg" alt="x">',
      at,
    ),
  ).toBe(
    '<img srcset="https://news.example/a-300.webp 300w, https://cdn.example/b.webp 600w" sizes="100vw" src="https://cdn.example/b.jpg" alt="x">',
  );
  expect(feedHtml('<a href="http://[">x</a>', at)).toBe('<a href="http://[">x</a>');
});

test('removes script marks, scripts and controls', () => {
  expect(
    feedHtml(
      '<figure class="g" data-behaviour="lightbox" data-config="{}" style="color:red" onclick="x()"><img loading="lazy" src="/a.jpg" alt=""></figure>' +
        '<script>alert("</p>")</script><form><form><input></form><button>Copy</button></form><p>end</p>',
      at,
    ),
  ).toBe('<figure class="g"><img src="https://news.example/a.jpg" alt=""></figure><p>end</p>');
  expect(feedHtml('<!-- note --><p>one</p><style>p{}</style><p title="cut', at)).toBe('<p>one</p>');
});
