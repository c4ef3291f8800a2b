import { expect, test } from 'vitest';
import { episodeFiles } from './episodes.ts';

const siteUrl = 'https://here.example';
const read = (meta: Record<string, string | readonly string[]>, channel?: string) =>
  episodeFiles(new Map(Object.entries(meta).map(([key, value]) => [key, [value].flat()])), siteUrl, channel);
const php = (values: Record<string, string>) =>
  `a:${Object.keys(values).length}:{${Object.entries(values)
    .flat()
    .map((text) => `s:${Buffer.byteLength(text)}:"${text}";`)
    .join('')}}`;

test('PowerPress stores URL, size, type and details in one value', () => {
  const details = php({
    duration: '00:31:20',
    subtitle: 'Ünter “us”',
    summary: 'Line one\nLine two',
    explicit: '1',
    season: '2',
    episode_no: '14',
    episode_type: 'bonus',
    itunes_image: 'https://media.example/art.jpg',
  });
  expect(read({ enclosure: `https://media.example/ep1.mp3\r\n12345678\naudio/mpeg\n${details}` })).toEqual([
    {
      url: 'https://media.example/ep1.mp3',
      length: 12345678,
      type: 'audio/mpeg',
      duration: 1880,
      isExplicit: true,
      subtitle: 'Ünter “us”',
      summary: 'Line one\nLine two',
      image: 'https://media.example/art.jpg',
      season: 2,
      number: 14,
      kind: 'bonus',
      hasNoPlayer: false,
    },
  ]);
});

test('a PowerPress channel has its own files', () => {
  const meta = {
    enclosure: 'https://media.example/a.mp3\n1\naudio/mpeg',
    '_extra:enclosure': 'https://media.example/b.mp4\n2\nvideo/mp4',
  };
  expect(read(meta).map(({ url }) => url)).toEqual(['https://media.example/a.mp3']);
  expect(read(meta, 'extra').map(({ url, type }) => [url, type])).toEqual([
    ['https://media.example/b.mp4', 'video/mp4'],
  ]);
  expect(read(meta, 'other')).toEqual([]);
});

test('PowerPress may hide the player', () => {
  expect(
    read({ enclosure: `https://media.example/a.mp3\n1\naudio/mpeg\n${php({ no_player: '1' })}` })[0]
      ?.hasNoPlayer,
  ).toBe(true);
  expect(
    read({ enclosure: `https://media.example/a.mp3\n1\naudio/mpeg\n${php({ no_player: '0' })}` })[0]
      ?.hasNoPlayer,
  ).toBe(false);
});

test('Seriously Simple Podcasting stores the details of a file in separate meta keys', () => {
  const meta = {
    audio_file: 'https://media.example/ep.m4a',
    enclosure: 'https://media.example/ep.m4a',
    filesize_raw: '4321',
    duration: '1:02:03',
    explicit: 'on',
    itunes_season_number: '1',
    itunes_episode_number: '7',
    itunes_episode_type: 'full',
  };
  expect(read(meta)).toMatchObject([
    {
      url: 'https://media.example/ep.m4a',
      type: 'audio/mp4',
      length: 4321,
      duration: 3723,
      isExplicit: true,
      season: 1,
      number: 7,
      kind: 'full',
    },
  ]);
  expect(read({ audio_file: 'https://media.example/stream?id=7' })).toMatchObject([{ type: 'audio/mpeg' }]);
  expect(read({ audio_file: 'https://media.example/stream?id=7', episode_type: 'video' })).toMatchObject([
    { type: 'video/mp4' },
  ]);
});

test('WordPress stores each linked file, which is listed once', () => {
  expect(
    read({ enclosure: ['/a.mp3\n1\naudio/mpeg\n', '/a.mp3\n1\naudio/mpeg\n', '/b.ogg\n2\naudio/ogg\n'] }).map(
      ({ url }) => url,
    ),
  ).toEqual([`${siteUrl}/a.mp3`, `${siteUrl}/b.ogg`]);
});

test('hostile and corrupt values yield nothing, or lose the corrupt part', () => {
  const none = [
    '',
    ' \n1\naudio/mpeg',
    'javascript:alert(1)//a.mp3\n1\naudio/mpeg',
    'data:audio/mpeg;base64,AA\n1\naudio/mpeg',
    'ftp://media.example/a.mp3\n1\naudio/mpeg',
    'https://media.example/a\n1\n"><script>',
    `https://media.example/${'a'.repeat(3000)}.mp3\n1\naudio/mpeg`,
    'https://[\n1\naudio/mpeg',
    'O:8:"stdClass":1:{s:3:"url";s:5:"a.mp3";}',
  ];
  for (const value of none)
    expect([value.slice(0, 60), read({ enclosure: value })]).toEqual([value.slice(0, 60), []]);
  const odd = (rest: string) => read({ enclosure: `https://media.example/a.mp3\n${rest}` })[0];
  expect(odd('99999999999999999999\naudio/mpeg')).toMatchObject({ length: 0 });
  expect(odd('-5\naudio/mpeg"/><x>')).toMatchObject({ length: 0, type: 'audio/mpeg' });
  expect(
    odd(
      `1\naudio/mpeg\n${php({ duration: '1:2:3:4</itunes:duration>', season: '-1', episode_type: 'x', image: 'javascript:x' })}`,
    ),
  ).toMatchObject({ duration: 0, season: 0, kind: undefined, image: '' });
  expect(odd('1\naudio/mpeg\nO:8:"stdClass":1:{s:8:"duration";s:1:"5";}')).toMatchObject({
    url: 'https://media.example/a.mp3',
  });
  expect(
    read({ enclosure: Array.from({ length: 500 }, (_one, index) => `/${index}.mp3\n1\naudio/mpeg`) }),
  ).toHaveLength(20);
});
