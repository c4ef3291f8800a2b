import { expect, test } from 'vitest';
import { embedFigure, embedLink, findProvider, safeUrl, watchUrl } from './embeds.ts';

function id(url: string): string | undefined {
  const provider = findProvider(url);
  return provider && `${provider.slug} ${provider.videoId ?? ''}`;
}

test('knows the players by every form of their addresses', () => {
  for (const url of ['https://www.youtube.com/watch?v=ex8fMxXJDJw', 'https://www.youtube.com/watch?t=3&v=ex8fMxXJDJw', 'http://youtu.be/ex8fMxXJDJw?t=2', '//www.youtube-nocookie.com/embed/ex8fMxXJDJw', 'https://m.youtube.com/shorts/ex8fMxXJDJw']) {
    expect(id(url), url).toBe('youtube ex8fMxXJDJw');
  }
  for (const url of ['https://vimeo.com/22439234', 'https://player.vimeo.com/video/22439234?x=1', 'https://vimeo.com/channels/staffpicks/22439234']) expect(id(url), url).toBe('vimeo 22439234');
  expect(id('https://www.dailymotion.com/video/x7tgad0')).toBe('dailymotion x7tgad0');
  expect(id('https://twitter.com/nacin/status/319508408669708289')).toBe('twitter ');
});

test('is not taken in by hosts that end alike', () => {
  expect(findProvider('https://notyoutube.com/watch?v=ex8fMxXJDJw')).toBeUndefined();
  expect(findProvider('https://youtube.com.evil.test/watch?v=ex8fMxXJDJw')).toBeUndefined();
  expect(findProvider('ftp://youtube.com/')).toBeUndefined();
});

test('a link loads nothing, names the provider and shows the address', () => {
  expect(embedLink('https://youtu.be/ex8fMxXJDJw?a=1&b=2')).toBe('<a class="embed-link embed-video" href="https://youtu.be/ex8fMxXJDJw?a=1&amp;b=2" data-video="youtube" data-video-id="ex8fMxXJDJw" rel="noopener">'
    + '<span class="embed-provider">YouTube</span> <span class="embed-url">https://youtu.be/ex8fMxXJDJw?a=1&amp;b=2</span></a>');
  expect(embedFigure('https://blog.test/post/')).toContain('<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><a class="embed-link" href="https://blog.test/post/"');
  expect(embedFigure('https://twitter.com/a/status/1')).toContain('is-type-rich is-provider-twitter');
});

test('frames of players lead to their pages', () => {
  expect(watchUrl('//www.youtube.com/embed/ex8fMxXJDJw?rel=0&amp;start=5')).toBe('https://www.youtube.com/watch?v=ex8fMxXJDJw');
  expect(watchUrl('https://player.vimeo.com/video/22439234')).toBe('https://vimeo.com/22439234');
  expect(watchUrl('https://maps.test/embed')).toBeUndefined();
});

test('only addresses that a browser may follow', () => {
  expect(['javascript:alert(1)', ' java\nscript:x', 'data:text/html,x', 'vbscript:x'].map(safeUrl)).toEqual(['#', '#', '#', '#']);
  expect(['/a:b', 'https://x.test/', 'mailto:a@b.test', '#top', '?a=b:c'].map(safeUrl)).toEqual(['/a:b', 'https://x.test/', 'mailto:a@b.test', '#top', '?a=b:c']);
});
