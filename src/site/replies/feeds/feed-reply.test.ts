import { expect, test } from 'vitest';
import { feedRequest } from './feed-reply.ts';

function read(address: string): unknown {
  const [path = '/', query = ''] = address.split('?');
  const found = feedRequest({ path, query: new URLSearchParams(query) });
  return (
    found && [
      found.format,
      found.allComments ? 'comments' : `${found.page.path}?${found.page.query}`,
      found.pageNumber,
    ]
  );
}

test('serves every URL that is a feed in WordPress', () => {
  expect(read('/feed/')).toEqual(['rss2', '/?', 1]);
  expect(read('/feed/atom')).toEqual(['atom', '/?', 1]);
  expect(read('/category/a/b/feed/rdf/?paged=3')).toEqual(['rss2', '/category/a/b/?', 3]);
  expect(read('/?cat=3&feed=atom')).toEqual(['atom', '/?cat=3', 1]);
  expect(read('/search/two%20words/feed/')).toEqual(['rss2', '/?s=two+words', 1]);
  expect(read('/search/%ff/feed/')).toEqual(['rss2', '/?s=%25ff', 1]);
  for (const address of ['/comments/feed/', '/?feed=comments-rss2', '/wp-commentsrss2.php']) {
    expect([address, read(address)]).toEqual([address, ['rss2', 'comments', 1]]);
  }
  for (const address of ['/wp-rss.php', '/wp-rss2.php', '/wp-rdf.php', '/wp-feed.php', '/rss', '/rdf/']) {
    expect([address, read(address)]).toEqual([address, ['rss2', '/?', 1]]);
  }
});

test('other URLs are no feeds', () => {
  for (const address of [
    '/',
    '/feeder/',
    '/my-feed/',
    '/?feed=',
    '/?feed=json',
    '/feed/json/',
    '/rss/x/',
    '/wp-login.php',
  ]) {
    expect([address, read(address)]).toEqual([address, undefined]);
  }
});
