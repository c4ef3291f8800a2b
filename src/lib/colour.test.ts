import { expect, test } from 'vitest';
import { contrast, fromOklch, mended, mix, readableOn, readHex, toOklch, writeHex } from './colour.ts';

test('computes WCAG contrast', () => {
  expect(contrast('#fff', '#000')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('#123', '#112233')).toBe(1);
});

test('OKLCH colours convert back, those outside the gamut to the nearest one', () => {
  for (const hex of ['#0b5cff', '#d5001c', '#0f6b4a', '#808080', '#fff', '#000'])
    expect(fromOklch(toOklch(hex))).toBe(hex);
  expect(toOklch('#f00')).toMatchObject({
    l: expect.closeTo(0.628, 2),
    c: expect.closeTo(0.258, 2),
    h: expect.closeTo(29.2, 0),
  });
  expect(readHex(fromOklch({ l: 0.5, c: 0.4, h: 150 })).every((part) => part >= 0 && part <= 1)).toBe(true);
  expect([writeHex([1, 0, 0.5]), mix('#fff', 0.25, '#000')]).toEqual(['#ff0080', '#404040']);
});

test('keeps a readable colour, and makes others just lighter or darker enough', () => {
  expect(mended('#0b5cff', ['#fff'], 4.5)).toBe('#0b5cff');
  const yellow = mended('#ffd400', ['#fff', '#f4f5f6'], 4.5);
  expect(contrast(yellow, '#f4f5f6')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(yellow, '#f4f5f6')).toBeLessThan(4.9);
  expect(toOklch(yellow).h).toBeCloseTo(toOklch('#ffd400').h, -1);
  expect([readableOn('#ffd400'), readableOn('#0b5cff')]).toEqual(['#000', '#fff']);
});
