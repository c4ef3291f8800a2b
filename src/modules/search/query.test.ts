import { expect, test } from 'vitest';
import { parseSearch, highlight } from './query.ts';
import { edits } from './search-index.ts';
import { indexedWords } from '../../lib/search-words.ts';

const words = (text: string) => parseSearch(text).map(({ word, prefix }) => (prefix ? `${word}*` : word));

const parts = (text: string, search: string) =>
  highlight(text, parseSearch(search))
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join('');

test('extracts words from any input, and has no operators', () => {
  expect(words('Crème  Brûlée')).toEqual(['creme', 'brulee*']);
  expect(words('SØRVIK Łódź Straße Œuvre oﬃce ÍSLAND Þór İstanbul')).toEqual([
    'sorvik',
    'lodz',
    'strasse',
    'oeuvre',
    'office',
    'island',
    'thor',
    'istanbul*',
  ]);
  expect(words('"title" AND (a* OR NEAR(b c)) NOT -d ^e: {f}')).toEqual([
    'title',
    'and',
    'a',
    'or',
    'near',
    'b',
    'c',
    'not',
    'd',
    'e*',
  ]);
  expect(words("a\0b \u{1f600} 1\ufe0f\u20e3 \ud800 '; drop table post --")).toEqual([
    'a',
    'b',
    '1',
    'drop',
    'table',
    'post*',
  ]);
  expect(words('again and again')).toEqual(['again*', 'and']);
  expect(words(' \0"*\u{1f600}')).toEqual([]);
});

test('limits the length of its input', () => {
  expect(parseSearch('x'.repeat(1_000_000)).map(({ word }) => word.length)).toEqual([40]);
  expect(parseSearch('ab c '.repeat(200_000)).length).toBe(2);
  const many = Array.from({ length: 10_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  expect([
    parseSearch(many).length,
    parseSearch('\u200d'.repeat(10_000)).length,
    parseSearch('漢\u200d'.repeat(5000)).length,
  ]).toEqual([20, 0, 1]);
  expect(parseSearch(Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' ')).length).toBe(10);
});

test('searches scripts without spaces by pieces of two or three characters', () => {
  expect(words('東京都')).toEqual(['東京', '京都*']);
  expect(words('都')).toEqual(['都*']);
  expect(words('食べる')).toEqual(['食べ', 'べる*']);
  expect(words('です AND')).toEqual(['です*', 'and*']);
  expect([...indexedWords('東京都ABC ガイド')]).toEqual([
    '東京',
    '京都',
    '都',
    'abc',
    'ガイド',
    'イド',
    'ド',
  ]);
  expect(words('ｻｰﾊﾞｰ管理 ２０２６年')).toEqual(['サーバ', 'ーバ管', 'バ管', '管理', '2026', '年*']);
  expect([...indexedWords('カウンターバー、サーバー管理')]).toEqual(
    expect.arrayContaining(['バー', 'バ管', 'ーバ', 'バー管']),
  );
});

test('treats Korean words as prefixes, since particles follow them, except single syllables', () => {
  expect(words('서울 교통 seoul 버스')).toEqual(['서울*', '교통*', 'seoul', '버스*']);
  expect([words('새 버스 K팝 팬'), words('새')]).toEqual([['새', '버스*', 'k팝*', '팬*'], ['새*']]);
  expect(parts('서울의 교통이 달라진다', '서울 교통')).toBe('[서울의] [교통이] 달라진다');
});

test('highlights words, and characters where words have no spaces', () => {
  expect(parts('Élections: the election of 2026', 'election')).toBe('[Élections]: the [election] of 2026');
  expect(parts('The election of an elector', 'election of')).toBe('The [election] [of] an elector');
  expect(parts('新東京都庁', '東京都')).toBe('新[東京都]庁');
  expect(parts('新東京都庁と京都', '東京都')).toBe('新[東京都]庁と京都');
  expect(parts('東京と京都', '東京都')).toBe('[東京]と[京都]');
  expect(parts('ｻｰﾊﾞｰ管理のｶﾞｲﾄﾞ', 'サーバ ガイド')).toBe('[ｻｰﾊﾞｰ]管理の[ｶﾞｲﾄﾞ]');
  expect(parts('葛\u{e0100}城市 iPhone発売日', '葛城 iphone')).toBe('[葛\u{e0100}城]市 [iPhone]発売日');
  expect(parts('col·lecció', 'colleccio')).toBe('[col·lecció]');
  expect(parts('El Paral·lel', 'parallel')).toBe('El [Paral·lel]');
  expect(parts('<b>plain</b> text', 'nothing')).toBe('<b>plain</b> text');
  expect(highlight('', [])).toEqual([]);
});

test('highlights ASCII texts and others alike', () => {
  const text = 'Elect, election “elections” re-elect O’Elect elect2 2elect ELECT elect_ion elect–it election';
  for (const search of [
    'elect',
    'elect election',
    'election elect',
    'Élect',
    'elect x',
    '2',
    '新 elect',
    '新',
    'el it',
    'zzz',
  ]) {
    expect(parts(`${text} é`, search), search).toBe(`${parts(text, search)} é`);
  }
  expect(parts('Elect, elect2 re-elect', 'elect')).toBe('[Elect], [elect2] re-[elect]');
});

test('counts typos', () => {
  expect([
    edits('politics', 'politics'),
    edits('politcs', 'politics'),
    edits('poiltics', 'politics'),
    edits('', 'abc'),
  ]).toEqual([0, 1, 1, 3]);
});

test('treats interchangeable characters as one in every language', () => {
  for (const [text, search] of [
    ['Ёлка', 'елка'],
    ['елка', 'Ёлка'],
    ['ISPARTA', 'ısparta'],
    ['ısparta', 'isparta'],
    ['İzmir', 'izmir'],
    ['izmir', 'İZMİR'],
    ['Straße', 'STRASSE'],
    ['strasse', 'straße'],
    ['STRAẞE', 'strasse'],
    ['أحمد', 'احمد'],
    ['مدرسة', 'مدرسه'],
    ['علی', 'علي'],
    ['كتـــاب', 'كتاب'],
    ['שָׁלוֹם', 'שלום'],
    ['٢٠٢٦', '2026'],
    ['Donau\u00addampfer', 'donaudampfer'],
    ['می\u200cخواهم', 'میخواهم'],
  ] as const) {
    expect([text, search, parts(text, search)]).toEqual([text, search, `[${text}]`]);
  }
});

test('accepts both spellings of German and Danish characters on sites in that language', () => {
  const found = (text: string, search: string, language: string) =>
    highlight(text, parseSearch(search, language)).some(({ hit }) => hit);
  for (const [text, search, language] of [
    ['Mueller', 'Müller', 'de-CH'],
    ['Müller', 'mueller', 'de'],
    ['Muller', 'mueller', 'de'],
    ['Ålborg', 'aalborg', 'da'],
    ['Aalborg', 'Ålborg', 'nb'],
    ['Müllerstraße', 'muellerstr', 'de'],
    ['Mu\u0308ller é', 'mueller', 'de'],
  ] as const) {
    expect([text, search, found(text, search, language), found(text, search, 'fr')]).toEqual([
      text,
      search,
      true,
      false,
    ]);
  }
  for (const [text, search] of [
    ['neu', 'neue'],
    ['Qulle', 'Quelle'],
    ['Steur', 'Steuer'],
  ] as const)
    expect(found(text, search, 'de')).toBe(false);
  // A prefix of a single vowel is not expanded.
  expect([parseSearch('ae', 'de'), parseSearch('ae x', 'de')[0]]).toEqual([
    [{ word: 'ae', prefix: true }],
    { word: 'ae', prefix: false, also: 'a' },
  ]);
  expect(parseSearch('Über 東京 Größe', 'de')).toEqual([
    { word: 'uber', prefix: false, also: 'ueber' },
    { word: '東京', prefix: false, run: '東京' },
    { word: 'grosse', prefix: true, also: 'groesse' },
  ]);
});
