import { expect, test } from 'vitest';
import { formatAgo } from './time-ago.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 20);

test('counts whole units, the largest that fits', () => {
  const ago = (past: number) => formatAgo(now - past, now, 'ago');
  expect(
    [
      0,
      59_000,
      60_000,
      119_000,
      2 * 60_000,
      hour - 1,
      hour,
      24 * hour - 1,
      24 * hour,
      7 * 24 * hour,
      30 * 24 * hour,
      365 * 24 * hour,
      800 * 24 * hour,
    ].map(ago),
  ).toEqual([
    '1 minute ago',
    '1 minute ago',
    '1 minute ago',
    '1 minute ago',
    '2 minutes ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '1 week ago',
    '1 month ago',
    '1 year ago',
    '2 years ago',
  ]);
  expect(ago(-5 * hour)).toBe('1 minute ago');
});

test('accepts other wordings', () => {
  const units = [
    'an',
    'ans',
    'mois',
    'mois',
    'semaine',
    'semaines',
    'jour',
    'jours',
    'heure',
    'heures',
    'minute',
    'minutes',
  ];
  expect(formatAgo(now - 3 * hour, now, '', units)).toBe('3 heures');
});
