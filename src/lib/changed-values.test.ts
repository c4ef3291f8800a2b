import { describe, expect, test } from 'vitest';
import { changedParts, differingPart, keyWords, valueInWords } from './changed-values.ts';

const words = { on: 'on', off: 'off' };

describe('values before and after in words', () => {
  test('[IMP-11] a structured value is split into its changed parts; other values are one part', () => {
    expect(
      changedParts(
        { colors: { text: '#111', page: '#fff' }, font: 'A' },
        { colors: { text: '#222', page: '#fff' }, font: 'A', gap: 2 },
      ),
    ).toEqual([
      { path: ['colors', 'text'], before: '#111', after: '#222' },
      { path: ['gap'], before: undefined, after: 2 },
    ]);
    expect(changedParts(['a'], ['a', 'b'])).toEqual([{ path: [], before: ['a'], after: ['a', 'b'] }]);
    expect(changedParts(undefined, { a: 1 })).toEqual([{ path: ['a'], before: undefined, after: 1 }]);
    expect(
      changedParts({}, Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]))),
    ).toHaveLength(20);
  });

  test('[IMP-11] no value is shown as JSON', () => {
    expect(
      [
        true,
        false,
        12,
        'left',
        ['left', 'odd'],
        { isOn: true, width: 3, none: null },
        [{ url: '/a' }],
        null,
      ].map((value) =>
        valueInWords(value, { labels: { left: 'Left' }, items: { labels: { left: 'Left' } } }, words),
      ),
    ).toEqual(['on', 'off', '12', 'Left', 'Left, odd', 'is on: on, width: 3', 'url: /a', '']);
    expect(valueInWords('constructor', { labels: {} }, words)).toBe('constructor');
  });

  test('[IMP-11] a long text is shown from where it differs', () => {
    const long = 'a'.repeat(200);
    expect(differingPart('short', 'other', 40)).toBe('short');
    expect(differingPart(`${long}XY${long}`, `${long}Z${long}`, 20)).toBe(`…${'a'.repeat(16)}XYaa…`);
    expect(differingPart(long, `${long}more`, 20)).toBe(`${'a'.repeat(20)}…`);
    expect(keyWords('pushDaily_backups.keep')).toBe('push daily backups keep');
  });
});
