import { startOf } from './cut-text.ts';

const beyondAscii = /[^\p{ASCII}]/u;

/** Latin letters that Unicode does not decompose, as typed on keyboards without them. */
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
/** Accents, emoji modifiers and invisible characters. */
// oxlint-disable-next-line no-misleading-character-class -- marks, each for itself
const leftOut = /[\u00ad\u0300-\u036f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f]/g;

/** From Hebrew to Khmer; most texts don't contain these letters. */
const eastern = /[\u0590-\u17ff]/;
/** First digits of scripts whose users also use 0 to 9: Arabic, Persian, Hindi, Bengali, Thai, Lao, Burmese, Khmer. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xed0, 0x1040, 0x17e0];
const easternLetters: Readonly<Record<string, string>> = {
  // Variants of Arabic letters that writers interchange, and those of Persian keyboards.
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
/** Vowel points of Arabic and Hebrew, other Arabic marks, and Arabic tatweel. */
const points = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0655\u0670]/g;

/** Variation selectors of Chinese characters. */
const rareForms = /\udb40[\udd00-\uddef]/g;

/**
 * Normalizes a text for searching, in any language: lower case without accents, ligatures, full-width forms and
 * emoji modifiers. `Ｃrème` → `creme`, `Sørvik` → `sorvik`, `Ёлка` → `елка`, `İstanbul` and `ıstanbul` → `istanbul`.
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
  // A dot between two l marks a long one in Catalan.
  if (letter === '·') return whole[at - 1] === 'l' && whole[at + 1] === 'l' ? '' : letter;
  return plainLetters[letter] ?? letter;
}

/** Longest key in UTF-16 units: PostgreSQL limits an index entry to 2.7 KB. */
const maxKeyLength = 200;

/** Key for sorting and searching names, the same on every database: `Évian` sorts next to `evening`. Compared by UTF-16 units. */
export function nameKey(name: string): string {
  return startOf(fold(name.slice(0, maxKeyLength * 2)), maxKeyLength);
}
