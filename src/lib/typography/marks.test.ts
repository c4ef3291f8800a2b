import { expect, test } from 'vitest';
import { marksOf } from './marks.ts';

/**
 * Quotation marks of languages in CLDR 48 (`quotationStart`, `quotationEnd`, `alternateQuotationStart`,
 * `alternateQuotationEnd`), for Taiwan by its script.
 */
const facts: readonly (readonly [string, string])[] = [
  ['bg', '„“„“'],
  ['cs', '„“‚‘'],
  ['de', '„“‚‘'],
  ['et', '„“‚‘'],
  ['is', '„“‚‘'],
  ['lt', '„“„“'],
  ['sk', '„“‚‘'],
  ['sl', '„“‚‘'],
  ['hu', '„”»«'],
  ['pl', '„”«»'],
  ['ro', '„”«»'],
  ['ca', '«»“”'],
  ['el', '«»“”'],
  ['nb', '«»‘’'],
  ['nn', '«»‘’'],
  ['no', '«»‘’'],
  ['be', '«»„“'],
  ['ru', '«»„“'],
  ['uk', '«»„“'],
  ['fr', '«»«»'],
  ['fr-CA', '«»”“'],
  ['fr-CH', '«»‹›'],
  ['fi', '””’’'],
  ['sv', '””’’'],
  ['zh-TW', '「」『』'],
  ['zh-Hant', '「」『』'],
  ['en', '“”‘’'],
  ['en-GB', '“”‘’'],
  ['es', '“”‘’'],
  ['es-MX', '“”‘’'],
  ['pt', '“”‘’'],
  ['da', '“”‘’'],
  ['tr', '“”‘’'],
  ['zh', '“”‘’'],
  ['ko', '“”‘’'],
];
const written = (language: string) => {
  const { double, single } = marksOf(language);
  return double.open + double.close + single.open + single.close;
};

test.each(facts)('%s has the quotation marks that CLDR gives it: %s', (language, marks) => {
  expect(written(language).replaceAll('\u00a0', '')).toBe(marks);
});

test('our own choices: spaces in French only, Swiss style, English for unknown languages', () => {
  expect(
    facts.map(([language]) => language).filter((language) => written(language).includes('\u00a0')),
  ).toEqual(['fr', 'fr-CA', 'fr-CH']);
  expect(marksOf('fr').double).toEqual({ open: '«\u00a0', close: '\u00a0»' });
  expect([written('de-CH'), written('de-AT'), written('it'), written('tlh')]).toEqual([
    '«»‹›',
    '„“‚‘',
    '“”‘’',
    '“”‘’',
  ]);
});
