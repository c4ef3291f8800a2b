import { expect, test } from 'vitest';
import { videoAt, watchAddress } from './video.ts';

test.each([
  ['https://www.youtube.com/watch?v=ex8fMxXJDJw', { platform: 'youtube', id: 'ex8fMxXJDJw' }],
  [
    'https://www.youtube.com/watch?t=1m5s&v=ex8fMxXJDJw',
    { platform: 'youtube', id: 'ex8fMxXJDJw', start: 65 },
  ],
  ['http://youtu.be/ex8fMxXJDJw?t=2', { platform: 'youtube', id: 'ex8fMxXJDJw', start: 2 }],
  [
    '//www.youtube-nocookie.com/embed/ex8fMxXJDJw?rel=0&start=90',
    { platform: 'youtube', id: 'ex8fMxXJDJw', start: 90 },
  ],
  ['https://m.youtube.com/shorts/ex8fMxXJDJw', { platform: 'youtube', id: 'ex8fMxXJDJw' }],
  [
    'https://www.youtube.com/watch?v=ex8fMxXJDJw&list=PL123456789abc',
    { platform: 'youtube', id: 'ex8fMxXJDJw', list: 'PL123456789abc' },
  ],
  [
    'https://www.youtube.com/embed/videoseries?list=PL123456789abc',
    { platform: 'youtube', id: 'videoseries', list: 'PL123456789abc' },
  ],
  ['https://vimeo.com/22439234', { platform: 'vimeo', id: '22439234' }],
  ['https://vimeo.com/channels/staffpicks/22439234', { platform: 'vimeo', id: '22439234' }],
  ['https://vimeo.com/22439234/a1b2c3d4e5', { platform: 'vimeo', id: '22439234', key: 'a1b2c3d4e5' }],
  [
    'https://player.vimeo.com/video/22439234?h=a1b2c3d4e5&x=1#t=1h0m1s',
    { platform: 'vimeo', id: '22439234', key: 'a1b2c3d4e5', start: 3601 },
  ],
  ['https://www.dailymotion.com/video/x7tgad0', { platform: 'dailymotion', id: 'x7tgad0' }],
  [
    'https://www.dailymotion.com/embed/video/x7tgad0?start=30',
    { platform: 'dailymotion', id: 'x7tgad0', start: 30 },
  ],
  ['https://geo.dailymotion.com/player.html?video=x7tgad0', { platform: 'dailymotion', id: 'x7tgad0' }],
  ['https://dai.ly/x7tgad0', { platform: 'dailymotion', id: 'x7tgad0' }],
])('recognizes the video of %s, and its page', (url, video) => {
  expect(videoAt(url)).toEqual(video);
  expect(videoAt(watchAddress(videoAt(url) ?? { platform: 'vimeo', id: '' }))).toEqual(video);
});

test('recognizes no other URLs as videos', () => {
  for (const url of [
    'https://notyoutube.com/watch?v=ex8fMxXJDJw',
    'https://youtube.com.evil.test/watch?v=ex8fMxXJDJw',
    'ftp://youtube.com/watch?v=ex8fMxXJDJw',
    'https://www.youtube.com/@somebody',
    'https://vimeo.com/about',
    'https://evil.test/?u=//youtu.be/ex8fMxXJDJw',
    'javascript:alert(1)//youtu.be/ex8fMxXJDJw',
    '/youtu.be/ex8fMxXJDJw',
    '',
    'https://constructor.toString/x',
  ])
    expect(videoAt(url), url).toBeUndefined();
});
