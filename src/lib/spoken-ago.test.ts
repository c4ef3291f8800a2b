import { expect, test } from 'vitest';
import { spokenAgo } from './spoken-ago.ts';

const day = 86_400_000;

test('[IMP-29] in Hebrew a week ago is no "week ago (1)"', () => {
  const say = (days: number) => spokenAgo('he')(0, days * day, 'ago');
  expect([say(7), say(15), say(61), say(366)]).toEqual([
    'לפני שבוע',
    'לפני שבועיים',
    'לפני חודשיים',
    'לפני שנה',
  ]);
  expect(spokenAgo('de')(0, 7 * day, 'ago')).toBe('vor 1 Woche');
});
