import { expect, test } from 'vitest';
import { findProvider, watchUrl } from '../../lib/embed-providers.ts';
import { embedFigure, embedLink, safeUrl } from './players.ts';

test('knows providers by their hosts', () => {
  expect(findProvider('//m.youtube.com/shorts/ex8fMxXJDJw')).toEqual({
    name: 'YouTube',
    slug: 'youtube',
    kind: 'video',
  });
  expect(findProvider('https://www.ted.com/talks/x')).toEqual({ name: 'TED', slug: 'ted', kind: 'video' });
  expect(findProvider('https://twitter.com/nacin/status/319508408669708289')).toEqual({
    name: 'Twitter',
    slug: 'twitter',
    kind: 'rich',
  });
});

test('is not fooled by hosts with the same ending', () => {
  expect(findProvider('https://notyoutube.com/watch?v=ex8fMxXJDJw')).toBeUndefined();
  expect(findProvider('https://youtube.com.evil.test/watch?v=ex8fMxXJDJw')).toBeUndefined();
  expect(findProvider('ftp://youtube.com/')).toBeUndefined();
});

test('a link loads nothing, names the provider and shows the URL', () => {
  expect(embedLink('https://youtu.be/ex8fMxXJDJw?a=1&b=2')).toBe(
    '<a class="embed-link embed-video" href="https://youtu.be/ex8fMxXJDJw?a=1&amp;b=2" data-video="youtube" rel="noopener">' +
      '<span class="embed-provider">YouTube</span> <span class="embed-url"><span ' +
      'class="embed-scheme">https://</span>youtu.be/ex8fMxXJDJw?a=1&amp;b=2</span></a>',
  );
  expect(embedFigure('https://blog.test/post/')).toContain(
    '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><a class="embed-link" href="https://blog.test/post/"',
  );
  expect(embedFigure('https://twitter.com/a/status/1')).toContain('is-type-rich is-provider-twitter');
});

test('player frames lead to their pages', () => {
  expect(watchUrl('//www.youtube.com/embed/ex8fMxXJDJw?rel=0&amp;start=5')).toBe(
    'https://www.youtube.com/watch?v=ex8fMxXJDJw&t=5',
  );
  expect(watchUrl('https://player.vimeo.com/video/22439234')).toBe('https://vimeo.com/22439234');
  expect(watchUrl('https://maps.test/embed')).toBeUndefined();
});

test('accepts only URLs that a browser may follow', () => {
  expect(['javascript:alert(1)', ' java\nscript:x', 'data:text/html,x', 'vbscript:x'].map(safeUrl)).toEqual([
    '#',
    '#',
    '#',
    '#',
  ]);
  expect(['/a:b', 'https://x.test/', 'mailto:a@b.test', '#top', '?a=b:c'].map(safeUrl)).toEqual([
    '/a:b',
    'https://x.test/',
    'mailto:a@b.test',
    '#top',
    '?a=b:c',
  ]);
});
