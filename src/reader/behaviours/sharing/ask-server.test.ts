import { expect, test } from 'vitest';
import { hostOf } from './ask-server.ts';

test('a server is known by its host, whatever is typed around it; nothing else is one', () => {
  for (const typed of [
    'mastodon.social',
    ' https://Mastodon.Social/@ada ',
    '@ada@mastodon.social',
    'mastodon.social/explore',
  ]) {
    expect(hostOf(typed), typed).toBe('mastodon.social');
  }
  expect(hostOf('bücher.example:8443')).toBe('xn--bcher-kva.example:8443');
  for (const typed of [
    '',
    'mastodon',
    'a b.social',
    'javascript:alert(1)',
    '@',
    '.social',
    'https://',
    'x.y?z',
  ])
    expect(hostOf(typed), typed).toBeUndefined();
});
