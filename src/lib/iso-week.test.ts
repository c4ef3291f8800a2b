import { expect, test } from 'vitest';
import { weekBounds, weekOf } from './dates.ts';

const at = (text: string) => Date.parse(`${text}Z`);

test('weeks are counted from the one with the first Thursday of a year', () => {
  const known = [
    ['2026-01-01T00:00', 2026, 1],
    ['2025-12-29T00:00', 2026, 1],
    ['2025-12-28T23:59', 2025, 52],
    ['2027-01-03T12:00', 2026, 53],
    ['2027-01-04T00:00', 2027, 1],
    ['2021-01-03T23:59', 2020, 53],
    ['1969-12-31T23:59', 1970, 1],
  ] as const;
  for (const [day, year, week] of known) expect([day, weekOf(at(day))]).toEqual([day, { year, week }]);
});

test('a week has seven days from Monday, and contains each of them', () => {
  for (let year = 1999; year < 2030; year++) {
    for (const week of [1, 2, 26, 52]) {
      const bounds = weekBounds(year, week);
      expect(bounds && (bounds.to - bounds.from) / 86_400_000).toBe(7);
      for (let day = 0; day < 7; day++)
        expect(weekOf((bounds?.from ?? 0) + day * 86_400_000 + 3_600_000)).toEqual({ year, week });
    }
  }
});

test('an invalid week has no days', () => {
  for (const [year, week] of [
    [2026, 54],
    [2025, 53],
    [2026, 0],
    [1899, 5],
    [9999, 1],
    [Number.NaN, 5],
    [2026, Number.NaN],
  ] as const) {
    expect(weekBounds(year, week)).toBeUndefined();
  }
});
