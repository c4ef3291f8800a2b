import { expect, test } from 'vitest';
import { acceptedEncodings } from './encodings.ts';
import { callKey, describeKey, requestKey } from './request-key.ts';

test.each([
  ['/', '/'],
  ['/a/b.html', '/a/b.html'],
  ['/%7Euser/caf%c3%a9/', '/~user/caf%C3%A9/'],
  ['/a?', '/a'],
  ['/a?utm_source=x', '/a'],
  ['/a?orderby=x&order=desc&product=mug', '/a'],
  ['/a?tag=x&attachment_id=07&cat=2', '/a?attachment_id=7&cat=2&tag=x'],
  ['/?paged=2&cat=3', '/?cat=3&paged=2'],
  ['/?cat=07,3+3,-12,-9,0', '/?cat=3%2C7%2C-9%2C-12'],
  ['/?cat=-5', '/?cat=-5'],
  ['/?cat=0', '/'],
  ['/?cat=x,3', '/'],
  ['/?p=1&p=2', '/?p=2'],
  ['/?p=28%20', '/?p=28'],
  ['/?p=+28&paged=%092', '/?p=28&paged=2'],
  ['/?author=5,1,-7&attachment=x', '/?attachment=x&author=1%2C5%2C-7'],
  ['/?author=0&monthnum=1', '/?monthnum=1'],
  ['/?paged=007', '/?paged=7'],
  ['/?paged=-1&page=x&slide=0', '/'],
  [`/?paged=${'1'.repeat(40)}`, '/?paged=999999999999999'],
  ['/?p=abc&feed=rss2', '/?feed=rss2'],
  ['/?s=', '/?s='],
  ['/?s=%20a%20%20b+', '/?s=a%20b'],
  ['/x/?relatedposts=1&relatedposts_exclude=9,3,x,9', '/x/?relatedposts=1&relatedposts_exclude=3%2C9'],
  ['/?constructor=1&__proto__=2', '/'],
  ['/a/?query-5-page=02&query-page=3', '/a/?query-5-page=2&query-page=3'],
  ['/a/?query-5-page=1&query-6-page=x&query-7-page=-2&query-8-page=2.5&query-9-page=', '/a/'],
  [
    '/a/?query-9-page=4&query-2-page=3&query-x-page=2&query-1-page=2&query-10-page=2',
    '/a/?query-1-page=2&query-10-page=2&query-2-page=3',
  ],
  ['/a/?query-1-page=99999999999', '/a/?query-1-page=10001'],
  ['/a/?query-1-page=5&query-1-page=1', '/a/'],
  ['/a/?query-1234567890-page=2', '/a/'],
])('the key of %s is %s, which is its own key', (url, key) => {
  expect(requestKey(url)).toBe(key);
  expect(requestKey(key)).toBe(key);
});

test.each([
  '/?p=-5',
  `/?cat=${'1,'.repeat(300)}`,
  `/?cat=${Array.from({ length: 21 }, (_, n) => n + 1).join()}`,
  '/?cat=1,9999999999999999',
])('%s names no page, in one way only', (url) => expect(requestKey(url)).toMatch(/^\/\?(?:cat|p)=0$/));

test.each([
  '//evil.example/',
  '/a//b',
  '/a/../b',
  '/a/%2e%2e/b',
  '/.',
  '/a%2Fb',
  '/a%5cb',
  '/a\\b',
  '/a%00',
  '/a%zz',
  '/a%',
  '/%ff',
  '*',
  'http://other.example/',
  '/?preview=true',
  '/?unapproved=1&moderation-hash=x',
  `/?s=${'x'.repeat(5000)}`,
])('%s has no key', (url) => {
  expect(requestKey(url)).toBeUndefined();
});

test('a key contains all that a renderer may read', () => {
  expect(describeKey('/x/?p=2&s=a%26b', 'phone')).toEqual({
    key: '/x/?p=2&s=a%26b',
    device: 'phone',
    path: '/x/',
    action: undefined,
    parameters: new Map([
      ['p', '2'],
      ['s', 'a&b'],
    ]),
  });
  const key =
    callKey('td_string=a%3Fb&action=find&other=1', new Map([['find', { td_string: 'text' }]])) ?? '';
  expect(describeKey(key, 'desktop')).toMatchObject({
    path: '',
    action: 'find',
    parameters: new Map([['td_string', 'a?b']]),
  });
  expect(callKey('action=other', new Map([['find', {}]]))).toBeUndefined();
});

test.each<[string | undefined, string[]]>([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['br;q=0.2, gzip;q=0.9, identity;q=0.5', ['gzip', 'identity', 'br']],
  ['gzip;q=0, *;q=0.1', ['br', 'identity']],
  ['identity;q=0', []],
  ['*;q=0, X-GZIP', ['gzip']],
  ['br;q=nonsense', ['identity']],
])('Accept-Encoding %j means %j', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});
