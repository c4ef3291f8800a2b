import { expect, test } from 'vitest';
import { bindHtml } from './bind-html.ts';

test('replaces the saved values of the HTML', () => {
  expect(bindHtml('core/paragraph', '\n<p class="x">a <b>b</b></p>\n', { content: 'c' })).toBe(
    '\n<p class="x">c</p>\n',
  );
  expect(bindHtml('core/heading', '<h2 id="x">a</h2>', { content: 'c &amp; <i>d</i>' })).toBe(
    '<h2 id="x">c &amp; <i>d</i></h2>',
  );
  expect(
    bindHtml('core/button', '<div><a class="x" href="/a/" target="_blank">a</a></div>', {
      url: '/b/?a=1&b="',
      linkTarget: '',
      rel: 'me',
      text: 'b',
    }),
  ).toBe('<div><a class="x" href="/b/?a=1&amp;b=&quot;" rel="me">b</a></div>');
  expect(
    bindHtml('core/button', '<div><button type="button">a</button></div>', { url: '/b/', text: 'b' }),
  ).toBe('<div><button type="button">b</button></div>');
  expect(
    bindHtml(
      'core/image',
      '<figure><img src="a.jpg" class="wp-image-7 big"/><figcaption>a</figcaption></figure>',
      { alt: '', caption: 'b' },
    ),
  ).toBe('<figure><img src="a.jpg" class="wp-image-7 big" alt=""><figcaption>b</figcaption></figure>');
  expect(
    bindHtml(
      'core/image',
      '<figure><img src="a.jpg" class="wp-image-7"/><figcaption>a</figcaption></figure>',
      { url: 'b.jpg', caption: '' },
    ),
  ).toBe('<figure><img src="b.jpg"></figure>');
  expect(bindHtml('core/image', '<figure><img src="a.jpg" class="wp-image-7"></figure>', { id: '9' })).toBe(
    '<figure><img src="a.jpg" class="wp-image-9"></figure>',
  );
});

test('leaves HTML without the element, truncated or of other blocks unchanged', () => {
  for (const html of ['', 'text', '<p', '<div>a</div>', '</p><p>'])
    expect(bindHtml('core/image', html, { url: 'x', caption: 'y' })).toBe(html);
  expect(bindHtml('core/paragraph', '<p>never closed', { content: 'x' })).toBe('<p>never closed');
  expect(bindHtml('core/list', '<ul></ul>', { content: 'x' })).toBe('<ul></ul>');
});
