import { expect, test } from 'vitest';
import { visibleName, withoutTurning } from './visible-name.ts';

test('names can’t reorder surrounding text, and joined characters stay as they are', () => {
  for (const turns of [
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ]) {
    expect([turns, visibleName(`${turns}Ann${turns} Lee${turns}`)]).toEqual([turns, 'Ann Lee']);
  }
  const persian = 'علی\u200cرضا';
  const family = '👩\u200d👧';
  expect([visibleName(persian), visibleName(family), visibleName(' a\n\tb\u0000\u007f ')]).toEqual([
    persian,
    family,
    'a b',
  ]);
  expect(visibleName('\u200fعمر\u200f')).toBe('\u200fعمر\u200f'); // it joins the characters of a name
  expect(withoutTurning('a\r\n\tb\u202e')).toBe('a\r\n\tb');
});

test('refuses names without visible characters', () => {
  for (const none of [
    '',
    ' ',
    '\u200e\u200f',
    '\u202e\u2066',
    '\u200b\u200c\u200d\u2060',
    '\u00ad',
    '\ufeff',
    '\u3164\u115f\u1160',
    '\u2800',
    '\u{e0041}',
    '\u034f',
  ]) {
    expect([none, visibleName(none)]).toEqual([none, '']);
  }
  expect(visibleName('\u200e.')).toBe('\u200e.');
});
