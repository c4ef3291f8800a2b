import { expect, test } from 'vitest';
import { formatPhpDate } from './dates.ts';
import { languageOf } from './language.ts';

const at = Date.UTC(2026, 10, 5, 16, 8);
const written = (tag: string) => {
  const { date, day, month, time, names, digits } = languageOf(tag);
  return [date, day, month, time].map((format) => digits(formatPhpDate(at, format, 'UTC', names)));
};

test('a language writes dates in its own order, names and digits', () => {
  expect(written('en-US')).toEqual([
    'November 5, 2026',
    'Thursday, November 5, 2026',
    'November 2026',
    '4:08 pm',
  ]);
  expect(written('en-GB')).toEqual([
    '5 November 2026',
    'Thursday, 5 November 2026',
    'November 2026',
    '16:08',
  ]);
  expect(written('de')).toEqual([
    '5. November 2026',
    'Donnerstag, 5. November 2026',
    'November 2026',
    '16:08',
  ]);
  expect(written('de-AT').slice(0, 1)).toEqual(['5. November 2026']);
  expect(written('pl')).toEqual(['5 listopada 2026', 'czwartek, 5 listopada 2026', 'listopad 2026', '16:08']);
  expect(written('pt-BR')).toEqual([
    '5 de novembro de 2026',
    'quinta-feira, 5 de novembro de 2026',
    'novembro de 2026',
    '16:08',
  ]);
  expect(written('ja')).toEqual(['2026年11月5日', '2026年11月5日木曜日', '2026年11月', '16:08']);
  expect(written('fa')[0]).toBe('۵ نوامبر ۲۰۲۶');
  expect([
    languageOf('de-AT').names.months[0],
    languageOf('pl').names.datedMonths[0],
    languageOf('fr').names.shortDays[1],
  ]).toEqual(['Jänner', 'stycznia', 'lun.']);
});

test('combines dates with times, and short ones, by the language’s rules', () => {
  const together = (tag: string) => languageOf(tag).moment('DATE', 'TIME');
  expect(['en-US', 'de', 'fr', 'ar', 'ja', 'tr', 'vi'].map(together)).toEqual([
    'DATE, TIME',
    'DATE um TIME',
    'DATE à TIME',
    'DATE في TIME',
    'DATE TIME',
    'DATE TIME',
    'lúc TIME DATE',
  ]);
  const short = (tag: string) => formatPhpDate(at, languageOf(tag).shortDate, 'UTC', languageOf(tag).names);
  expect(['en-US', 'es', 'pt-BR', 'de', 'ja'].map(short)).toEqual([
    'Nov 5, 2026',
    '5 nov 2026',
    '5 de nov. de 2026',
    '5. Nov. 2026',
    '2026年11月5日',
  ]);
});

test('writes numbers, lists and times by its own rules, and sorts names in its order', () => {
  const [english, german, polish, persian, swedish] = ['en-US', 'de', 'pl', 'fa', 'sv'].map(languageOf);
  expect([english, german, persian].map((language) => language?.number(12_345))).toEqual([
    '12,345',
    '12.345',
    '۱۲٬۳۴۵',
  ]);
  expect([german, polish].map((language) => language?.ago(at - 5 * 3_600_000, at, 'ago'))).toEqual([
    'vor 5 Stunden',
    '5 godzin temu',
  ]);
  expect([
    german?.ago(at - 5 * 3_600_000, at, 'her'),
    german?.ago(at + 5, at, 'ago'),
    english?.ago(at - 60_000, at, 'ago'),
  ]).toEqual(['5 Stunden her', 'vor 1 Minute', '1 minute ago']);
  const ahead = at + 5 * 3_600_000;
  expect([
    german?.ago(ahead, at, 'her', 'from now'),
    german?.ago(ahead, at, 'ago', 'später'),
    english?.ago(ahead, at, 'ago', 'from now'),
  ]).toEqual(['in 5 Stunden', '5 Stunden später', '5 hours from now']);
  expect([german?.minutes(1), german?.minutes(4, 5), german?.minutes(3, 3, 'short')]).toEqual([
    '1 Minute',
    '4–5 Minuten',
    '3 Min.',
  ]);
  expect(german?.separators(['Ada', 'Ben', 'Cleo'])).toEqual([', ', ' und ']);
  const names = ['Zoo', 'Ärger', 'Azur'];
  expect([german, swedish].map((language) => language && names.toSorted(language.compare).join())).toEqual([
    'Ärger,Azur,Zoo',
    'Azur,Zoo,Ärger',
  ]);
  expect(
    [english, german, languageOf('ar'), languageOf('pt-BR')].map((language) => language?.firstDay),
  ).toEqual([1, 1, 6, 0]);
});

test('a language unknown to the runtime is American English, whatever the machine’s locale is', () => {
  expect(written('tlh')).toEqual(written('en-US'));
  expect(languageOf('tlh').isEnglish).toBe(true);
});
