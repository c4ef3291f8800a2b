import { expect, test } from 'vitest';
import { countLetters, countsLetters, countWords } from './content-text.ts';

test.each<[string, number]>([
  ['', 0],
  ['One', 1],
  [' one  two\nthree ', 3],
  ['this – that—other', 3],
  ['a--b', 2],
  ['… ! -', 0],
  ['don’t stop', 2],
  ['Größe 12', 2],
])('%j has %i words', (text, words) => expect(countWords(text)).toBe(words));

test('counts characters without white space', () => {
  expect(countLetters('日本 語\n。')).toBe(4);
});

test('counts characters in languages without spaces between words', () => {
  expect(
    ['ja', 'zh-TW', 'th-TH', 'km', 'lo', 'my', 'de', 'ko', 'jam', 'ar'].map((language) =>
      countsLetters(language),
    ),
  ).toEqual([true, true, true, true, true, true, false, false, false, false]);
});
