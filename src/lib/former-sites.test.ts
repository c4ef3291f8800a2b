import { expect, test } from 'vitest';
import { FormerSites } from './former-sites.ts';

const sites = new FormerSites([
  'https://old.example/blog',
  'http://www.münchen.example:80/',
  'https://deep.example/a/b/',
  'https://deep.example/a',
  'no address',
  '',
]);

test('the path after a site’s URL is that of its pages', () => {
  const cases: [string, string | undefined][] = [
    ['https://old.example/blog/2026/name/?a=1&amp;b=2#c', '/2026/name/?a=1&amp;b=2#c'],
    ['http://WWW.old.example:443/blog/', '/'],
    ['//old.example/blog', ''],
    ['https://old.example/blog?p=5', '?p=5'],
    ['https://old.example/blog#top', '#top'],
    ['https://old.example/%62log/x%20y', '/x%20y'],
    ['https://old.example/shop/x', undefined],
    ['https://old.example/', undefined],
    ['https://old.example', undefined],
    ['https://old.example/blogger/', undefined],
    ['https://old.example/Blog/', undefined],
    ['https://old.example//blog/x', undefined],
    ['https://old.example/blog/../shop/x', undefined],
    ['https://old.example/blog/%2e%2E/shop/x', undefined],
    ['https://old.example/blog/./x', undefined],
    ['https://old.example/?x=/blog/', undefined],
    ['https://old.example/shop?/blog/', undefined],
    ['https://evil.example/blog/', undefined],
    ['https://old.example.evil.example/blog/', undefined],
    ['https://old.example@evil.example/blog/', undefined],
    ['https://evil.example\\@old.example/blog/', undefined],
    ['https://old.example:8443/blog/', undefined],
    ['ftp://old.example/blog/', undefined],
    ['javascript:alert(1)//old.example/blog/', undefined],
    ['/blog/x', undefined],
    ['', undefined],
    ['https://xn--mnchen-3ya.example/x', '/x'],
    ['https://MÜNCHEN.example/x', '/x'],
    ['https://m%C3%BCnchen.example/x', '/x'],
    ['https://munchen.example/x', undefined],
    ['https://mu\u0308nchen.example', ''],
    ['https://deep.example/a/b/c', '/c'],
    ['https://deep.example/a/c', '/c'],
    ['https://deep.example/b', undefined],
    ['https://[::1/blog/', undefined],
    ['https://%/blog/', undefined],
    [`https://${'ü'.repeat(5000)}/`, undefined],
    ['https://old.example/blog/%ff%', '/%ff%'],
  ];
  for (const [url, rest] of cases)
    expect([url.slice(0, 80), sites.restOf(url)]).toEqual([url.slice(0, 80), rest]);
  expect(new FormerSites([]).restOf('https://old.example/')).toBeUndefined();
});

test('URLs on their hosts but outside their paths are external', () => {
  for (const url of ['https://old.example/shop/a.jpg', 'http://www.old.example/', 'https://deep.example/z'])
    expect([url, sites.isBeside(url)]).toEqual([url, true]);
  for (const url of [
    'https://old.example/blog/a.jpg',
    'https://münchen.example/',
    'https://cdn.example/a.jpg',
    '/a.jpg',
  ]) {
    expect([url, sites.isBeside(url)]).toEqual([url, false]);
  }
});

test('a path in a site’s folder is that of a page here, and never of another host', () => {
  const cases: [string, string | undefined][] = [
    ['/blog/', '/'],
    ['/blog', '/'],
    ['/blog/2026/name/', '/2026/name/'],
    ['/a/b/c/', '/c/'],
    ['/a/c', '/c'],
    ['/blogger/', undefined],
    ['/', undefined],
    ['/blog//evil.example/x', '/evil.example/x'],
    ['/blog/../x', undefined],
    ['/shop/blog/', undefined],
    ['/%62log/x', '/x'],
  ];
  for (const [path, bare] of cases) expect([path, sites.belowFolder(path)]).toEqual([path, bare]);
  expect(new FormerSites(['https://old.example']).belowFolder('/blog/')).toBeUndefined();
});
