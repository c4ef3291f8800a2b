import { startOf } from './cut-text.ts';

const beyondAscii = /[^\p{ASCII}]/u;

/** Latin letters that Unicode does not take apart, as readers without them on their keyboards type them. */
export const plainLatin: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};
const plainLetters: Readonly<Record<string, string>> = { ...plainLatin, ς: 'σ' };
const specialLetter = new RegExp(`[·${Object.keys(plainLetters).join('')}]`, 'g');
/** Accents, marks of emoji, and what nobody sees. */
// oxlint-disable-next-line no-misleading-character-class -- marks, each for itself
const leftOut = /[\u00ad\u0300-\u036f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f]/g;

/** From Hebrew to Khmer: letters that most texts have none of. */
const eastern = /[\u0590-\u17ff]/;
/** Where the digits of other scripts begin that people mix with 0 to 9: Arabic, Persian, Hindi, Bengali, Thai, Lao, Burmese, Khmer. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0];
const easternLetters: Readonly<Record<string, string>> = {
  // Arabic as it is typed: forms of one letter that writers use for each other, and those of Persian keyboards.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ٱ: 'ا',
  ...Object.fromEntries(
    zeros.flatMap((zero) =>
      Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)]),
    ),
  ),
};
const easternLetter = new RegExp(`[${Object.keys(easternLetters).join('')}]`, 'g');
/** The vowel points of Arabic and Hebrew, what Arabic letters carry, and Arabic stretching. */
const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0655\u0670]/g;

/** Marks of rare forms of Chinese characters. */
const rareForms = /\udb40[\udd00-\uddef]/g;

/**
 * What a text is searched by, in every language: lower case without accents, ligatures, full-width forms and emoji marks; letters that readers type for each
 * other are one. `Ｃrème` → `creme`, `Sørvik` → `sorvik`, `Ёлка` → `елка`, `İstanbul` and `ıstanbul` → `istanbul`.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  let plain = text.normalize('NFKD').toLowerCase().replace(leftOut, '').replace(specialLetter, plainLetter);
  if (eastern.test(plain))
    plain = plain.replace(points, '').replace(easternLetter, (letter) => easternLetters[letter] ?? letter);
  if (plain.includes('\udb40')) plain = plain.replace(rareForms, '');
  return plain.normalize('NFC');
}

function plainLetter(letter: string, at: number, whole: string): string {
  // A dot between two l is how Catalan writes a long one.
  if (letter === '·') return whole[at - 1] === 'l' && whole[at + 1] === 'l' ? '' : letter;
  return plainLetters[letter] ?? letter;
}

/** Longest key in UTF-16 units: an entry of an index takes 2.7 KB on PostgreSQL. */
const longestKey = 200;

/** What names are put in order and searched by, the same on every database: `Évian` stands beside `evening`. Compared unit by unit. */
export function nameKey(name: string): string {
  return startOf(fold(name.slice(0, longestKey * 2)), longestKey);
}
