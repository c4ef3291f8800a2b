import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';
import { parseSearch } from './query.ts';
import { edits } from './rank.ts';
import { indexedWords } from './words.ts';

const words = (text: string) => parseSearch(text).map(({ word, prefix }) => (prefix ? `${word}*` : word));

const parts = (text: string, search: string) => highlight(text, parseSearch(search)).map(({ text: part, hit }) => (hit ? `[${part}]` : part)).join('');

test('takes words from anything, and nothing as an operator', () => {
  expect(words('Crème  Brûlée')).toEqual(['creme', 'brulee*']);
  expect(words('SØRVIK Łódź Straße Œuvre oﬃce ÍSLAND Þór İstanbul')).toEqual(['sorvik', 'lodz', 'strasse', 'oeuvre', 'office', 'island', 'thor', 'istanbul*']);
  expect(words('"title" AND (a* OR NEAR(b c)) NOT -d ^e: {f}')).toEqual(['title', 'and', 'a', 'or', 'near', 'b', 'c', 'not', 'd', 'e*']);
  expect(words('a\0b \u{1f600} 1\ufe0f\u20e3 \ud800 \'; drop table post --')).toEqual(['a', 'b', '1', 'drop', 'table', 'post*']);
  expect(words('again and again')).toEqual(['again*', 'and']);
  expect(words(' \0"*\u{1f600}')).toEqual([]);
});

test('bounds what it looks at', () => {
  expect(parseSearch('x'.repeat(1_000_000)).map(({ word }) => word.length)).toEqual([40]);
  expect(parseSearch('ab c '.repeat(200_000)).length).toBe(2);
  expect(parseSearch(Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' ')).length).toBe(10);
});

test('finds scripts without spaces by pairs of characters', () => {
  expect(words('東京都')).toEqual(['東京', '京都*']);
  expect(words('都')).toEqual(['都*']);
  expect([...indexedWords('東京都ABC ガイド')]).toEqual(['東京', '京', '京都', '都', 'abc', 'ガイ', 'イ', 'イド', 'ド']);
});

test('highlights words, and characters where words have no spaces', () => {
  expect(parts('Élections: the election of 2026', 'election')).toBe('[Élections]: the [election] of 2026');
  expect(parts('The election of an elector', 'election of')).toBe('The [election] [of] an elector');
  expect(parts('新東京都庁', '東京都')).toBe('新[東京都]庁');
  expect(parts('<b>plain</b> text', 'nothing')).toBe('<b>plain</b> text');
  expect(highlight('', [])).toEqual([]);
});

test('highlights the same in texts of ASCII letters alone and in others', () => {
  const text = 'Elect, election “elections” re-elect O’Elect elect2 2elect ELECT elect_ion elect–it election';
  for (const search of ['elect', 'elect election', 'election elect', 'Élect', 'elect x', '2', '新 elect', '新', 'el it', 'zzz']) {
    expect(parts(`${text} é`, search), search).toBe(`${parts(text, search)} é`);
  }
  expect(parts('Elect, elect2 re-elect', 'elect')).toBe('[Elect], [elect2] re-[elect]');
});

test('counts typing mistakes', () => {
  expect([edits('politics', 'politics'), edits('politcs', 'politics'), edits('poiltics', 'politics'), edits('', 'abc')]).toEqual([0, 1, 1, 3]);
});
