import { expect, test } from 'vitest';
import { withFilmFrames } from './players.ts';

const film = 'http://www.youtube.com/v/dQw4w9WgXcQ';
const frame = (address: string) => `<iframe src="${address}"></iframe>`;

test.each([
  [
    `<p><object width="425"><param name="movie" value="${film}"></param><embed src="${film}"></embed></object> end</p>`,
    `<p>${frame(film)} end</p>`,
  ],
  [
    `<object type="application/x-shockwave-flash" data="${film}&amp;hl=en"></object>`,
    frame(`${film}&amp;hl=en`),
  ],
  [`<embed src='${film}' />behind`, `${frame(film)}behind`],
  [
    '<object><param name="movie" value="http://vimeo.com/moogaloop.swf?clip_id=12345678"></object>',
    frame('http://vimeo.com/12345678'),
  ],
  ['<embed src="//www.dailymotion.com/swf/x8oma9">', frame('//www.dailymotion.com/video/x8oma9')],
  [`<object><object data="${film}"><p>No Flash</p></object></object>x`, `${frame(film)}x`],
  [`<object><embed src="http://a.test/x.swf"></object><embed src="javascript:1"><object>${film}`, undefined],
])('%s', (html, shown) => {
  expect(withFilmFrames(html)).toBe(shown ?? html);
});

test('hostile ones take linear time', () => {
  for (const half of [
    '<object>',
    '</object>',
    '<object></object>',
    `<embed src="${film}">`,
    '<object><param value="',
  ])
    withFilmFrames(half.repeat(20_000));
});
