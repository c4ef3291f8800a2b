import { expect, test } from 'vitest';
import { decodeSlug, foreignSlug, slugify } from './slugify.ts';

test.each([
  ['Crème brûlée & co', 'creme-brulee-co'],
  ['  Hello,   World!  ', 'hello-world'],
  ["Don’t & won't", 'dont-wont'],
  ['<em>Bold</em> claims &amp; facts &#8211; 1', 'bold-claims-facts-1'],
  ['under_score', 'under_score'],
  ['日本語のタイトル', '日本語のタイトル'],
  ['Привет, мир', 'привет-мир'],
  ['ﬁne № 5', 'fine-no-5'],
  ['---', ''],
  ['!?', ''],
  ['', ''],
])('slug of %j is %j', (title, slug) => {
  expect(slugify(title, 'en-US')).toBe(slug);
});

test.each([
  ['Größe Äpfel Öl Über', 'de-DE', 'groesse-aepfel-oel-ueber'],
  ['Größe', 'de-CH', 'groesse'],
  ['Größe A\u0308pfel', 'de', 'groesse-aepfel'],
  ['Größe', 'tr', 'grosse'],
  ['Ærø Ångström Øl', 'da', 'aeroe-aangstrom-oel'],
  ['Ærø Øl på', 'nb', 'aeroe-oel-paa'],
  ['Ærø på', 'sv', 'aero-pa'],
  ['Col·lecció', 'ca', 'colleccio'],
  ['Đorđe', 'sr-Latn', 'djordje'],
  ['Đorđe', 'hr', 'dorde'],
  ['İstanbul IĞDIR ırmak', 'tr', 'istanbul-igdir-irmak'],
  ['Łódź', 'pl', 'lodz'],
  ['Ёлка й моя їжа за\u0301мок', 'ru', 'елка-й-моя-їжа-замок'],
  ['हिन्दी समाचार', 'hi', 'हिन्दी-समाचार'],
  ['ガイド ｶﾞｲﾄﾞ サーバー', 'ja', 'ガイド-ガイド-サーバー'],
  ['葛\u{e0100}城', 'ja', '葛城'],
  ['＜独自＞首相が<b>辞任</b>', 'ja', '独自-首相が-辞任'],
  ['＜お知らせ＞', 'ja', 'お知らせ'],
  ['น้ำ การเมือง', 'th', 'น้ำ-การเมือง'],
  ['مُحَمَّد أحمد كتـــاب', 'ar', 'محمد-أحمد-كتاب'],
  ['שָׁלוֹם', 'he', 'שלום'],
  ['می\u200cخواهم', 'fa', 'میخواهم'],
])('slug of %j in %s is %j', (title, language, slug) => {
  expect(slugify(title, language)).toBe(slug);
  expect(slugify(slug, language)).toBe(slug);
});

test('slugifying is idempotent, and no slug begins or ends with a hyphen', () => {
  for (const title of ['A b', `${'a'.repeat(199)} b`, 'é'.repeat(300), '-x-']) {
    const slug = slugify(title, 'de');
    expect(slugify(slug, 'de')).toBe(slug);
    expect(slug).not.toMatch(/^-|-$/);
    expect(slug.length).toBeLessThanOrEqual(200);
  }
});

test('a cut never leaves half a character', () => {
  expect(slugify(`a${'𠮷'.repeat(150)}`, 'ja').isWellFormed()).toBe(true);
});

test('decodes slugs of exports, and keeps a bare per cent sign', () => {
  expect(decodeSlug('%e3%81%82')).toBe('あ');
  expect(decodeSlug('plain')).toBe('plain');
  expect(decodeSlug('100%')).toBe('100%');
});

test('an imported slug is one segment of a URL', () => {
  for (const [slug, expected] of [
    ['%e3%81%82', 'あ'],
    ['100%', '100%'],
    ['a%00b', 'a-b'],
    ['%2e%2e%2fx', '..-x'],
    ['..', ''],
    ['../..', ''],
    ['a b?c#d', 'a-b-c-d'],
    ['\ud800x', '\ufffdx'],
    ['v1.2', 'v1.2'],
  ]) {
    expect([slug, foreignSlug(slug ?? '')]).toEqual([slug, expected]);
  }
  for (const unseen of ['%E2%80%AE', '\u200b\u2060', '\ufeff-'])
    expect([unseen, foreignSlug(unseen)]).toEqual([unseen, '']);
  expect(foreignSlug('x'.repeat(1_000_000))).toHaveLength(200);
  expect(foreignSlug(encodeURIComponent(`a${'𠮷'.repeat(150)}`)).isWellFormed()).toBe(true);
});
