import { expect, test } from 'vitest';
import { singleLabel } from './single-label.ts';

test('equal labels of different values get a suffix, and a duplicate value gets none', () => {
  const all = [
    { value: '3', label: 'Anna' },
    { value: '7', label: 'Anna' },
    { value: '9', label: 'Ben' },
    { value: '9', label: 'Ben' },
  ];
  expect(all.map((one) => singleLabel(one, all))).toEqual(['Anna (#3)', 'Anna (#7)', 'Ben', 'Ben']);
  const slugs = [
    { value: 'week', label: 'Week' },
    { value: 'week-2', label: 'Week' },
  ];
  expect(slugs.map((one) => singleLabel(one, slugs))).toEqual(['Week (week)', 'Week (week-2)']);
});
