import { expect, test } from 'vitest';
import { hostOf } from './ask-server.ts';

test('recognizes a server by its host in any input, and refuses everything else', () => {
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
