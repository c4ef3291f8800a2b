import { expect, test } from 'vitest';
import { languageOf } from './language.ts';
import { pluralForm, pluralsOf } from './plural.ts';

test('uses the plural form of the language for each number', () => {
  const polish = '%d komentarz|%d komentarze|%d komentarzy|%d komentarza';
  expect([1, 2, 5, 12, 22, 25].map((count) => languageOf('pl').counted(polish, count))).toEqual([
    '1 komentarz',
    '2 komentarze',
    '5 komentarzy',
    '12 komentarzy',
    '22 komentarze',
    '25 komentarzy',
  ]);
  expect(pluralsOf('ar').categories).toEqual(['zero', 'one', 'two', 'few', 'many', 'other']);
  expect([0, 1, 2, 3, 11, 100].map((count) => pluralForm('a|b|c|d|e|f', count, pluralsOf('ar')))).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
    'f',
  ]);
  expect(languageOf('ja').counted('%d件', 1)).toBe('1件');
  expect(languageOf('en-US').counted('One response to “%2$s”|%1$d responses to “%2$s”', 1, 'A | B')).toBe(
    'One response to “A | B”',
  );
});

test('the last form is `other`, also with locale data that have fewer categories', () => {
  const french = '%d commentaire|%d de commentaires|%d commentaires';
  expect([1, 5].map((count) => pluralForm(french, count, pluralsOf('de')))).toEqual([
    '%d commentaire',
    '%d commentaires',
  ]);
});

test('English strings count as in English in other languages, and missing forms fall back to the last one', () => {
  const english = '%d result|%d results';
  for (const tag of ['en', 'ja', 'ru', 'ar', 'fr']) {
    expect(
      [0, 1, 2, 21].map((count) => pluralForm(english, count, pluralsOf(tag))),
      tag,
    ).toEqual(['%d results', '%d result', '%d results', '%d results']);
  }
  expect([1, 2, 5].map((count) => pluralForm('a|b|c', count, pluralsOf('pl')))).toEqual(['a', 'b', 'c']);
  expect([0, 1.5, 100].map((count) => pluralForm('a|b|c', count, pluralsOf('ar')))).toEqual(['a', 'c', 'c']);
  expect([
    pluralForm('plain', 1, pluralsOf('ar')),
    pluralForm('', 2, pluralsOf('en')),
    pluralForm('|', 2, pluralsOf('en')),
  ]).toEqual(['plain', '', '']);
});
