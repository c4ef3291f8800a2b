import { expect, test } from 'vitest';
import { nearTime } from './near-time.ts';

const at = (day: number, hour = 12, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

test('hours today and in the night after, days of this week by their names, nothing of what is further away or has not come', () => {
  const now = at(20, 15, 30);
  const told = (moment: number, language = 'en-US') => nearTime(moment, now, language);
  expect([at(20, 15, 30), at(20, 15, 1), at(20, 13), at(20, 0, 1)].map((moment) => told(moment)))
    .toEqual([expect.stringMatching(/^1\s?m/), expect.stringMatching(/^29\s?m/), expect.stringMatching(/^2\s?h/), expect.stringMatching(/^15\s?h/)]);
  expect([at(19, 23), at(18), at(14, 0, 1)].map((moment) => told(moment))).toEqual(['Thursday', 'Wednesday', 'Saturday']);
  expect(nearTime(at(19, 23), at(20, 1), 'en-US')).toMatch(/^2\s?h/);
  expect([at(13, 23), at(1), at(20, 16), Number.NaN].map((moment) => told(moment))).toEqual([undefined, undefined, undefined, undefined]);
});

test('in the words of the language, whatever its script', () => {
  const now = at(20, 15);
  expect(nearTime(at(18), now, 'de')).toBe('Mittwoch');
  expect(nearTime(at(18), now, 'ja')).toBe('水曜日');
  expect(nearTime(at(20, 13), now, 'de')).toMatch(/vor 2/);
  expect(nearTime(at(20, 13), now, 'tr')).toMatch(/2.*önce/);
});
