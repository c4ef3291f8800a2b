import { expect, test } from 'vitest';
import { withInlineAd } from './loader.server.ts';

test('the ad follows the n-th top-level paragraph with text, where more content follows', () => {
  const text =
    '<p>One</p><blockquote><p>Quoted</p></blockquote><p> </p><p>Two <a href="/">link</a></p><!-- note --><ul><li><p>In a list</p></li></ul><p>Three';
  expect(withInlineAd(text, 1, '[ad]')).toBe(text.replace('<p>One</p>', '<p>One</p>[ad]'));
  expect(withInlineAd(text, 2, '[ad]')).toBe(text.replace('link</a></p>', 'link</a></p>[ad]'));
  expect(withInlineAd(text, 3, '[ad]')).toBe(text);
  expect(withInlineAd(text, 9, '[ad]')).toBe(text);
  expect(withInlineAd('', 1, '[ad]')).toBe('');
});
