import { plainLatin } from './fold.ts';
import { trimEndsOf } from './cut-text.ts';
import { visibleName } from './visible-name.ts';

/** Longest slug in characters, as in WordPress. */
const maxLength = 200;

/** Language-specific transliterations, as in WordPress; Norwegian as Danish. */
const german = { ä: 'ae', ö: 'oe', ü: 'ue' };
const danish = { ø: 'oe', å: 'aa' };
const serbian = { đ: 'dj' };
const catalan = { l·l: 'll', ŀl: 'll' };
const transliterations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: german,
  da: danish,
  nb: danish,
  nn: danish,
  no: danish,
  sr: serbian,
  bs: serbian,
  ca: catalan,
};

/** Invisible characters (soft hyphens, joiners, direction marks) and Arabic tatweel. */
const unseen = /[\u00ad\u061c\u0640\u200b-\u200f\u2060-\u2064\ufeff]/g;
/** Accents, vowel points of Arabic and Hebrew, and variation selectors. Marks of other scripts are essential vowels and tones. */
const accents =
  // oxlint-disable-next-line no-misleading-character-class -- marks, each for itself
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;
const cyrillic = /\p{sc=Cyrillic}/u;

function replaced(text: string, letters: Readonly<Record<string, string>> | undefined): string {
  return letters
    ? text.replace(new RegExp(Object.keys(letters).join('|'), 'g'), (letter) => letters[letter] ?? letter)
    : text;
}

/** Transliterates Latin letters to lower-case ASCII; letters of other scripts keep their essential marks. */
function plain(title: string, language: string): string {
  const letters = transliterations[language.replace(/-.*/s, '').toLowerCase()];
  const lower = title.normalize('NFC').replace(unseen, '').toLowerCase();
  return (
    replaced(replaced(lower, letters).normalize('NFKD').toLowerCase(), plainLatin)
      // In `й` and `ї` the mark is part of the letter.
      .replace(accents, (marks, at: number, whole: string) =>
        cyrillic.test(whole[at - 1] ?? '') ? marks : '',
      )
      .normalize('NFC')
      .replace(accents, '')
      .replace(/ё/g, 'е')
      // Thai and Lao `ำ` is one character.
      .replace(/\u0e4d\u0e32/g, '\u0e33')
      .replace(/\u0ecd\u0eb2/g, '\u0eb3')
  );
}

/** Whether a title has the same slug in every language. */
export const isPlainTitle = (title: string): boolean => !/[^\p{ASCII}]/u.test(title);

/**
 * The slug of a title in a language (`de-CH`): `Crème brûlée & co` → `creme-brulee-co`; `Größe` → `groesse` in German,
 * else `grosse`. Other scripts are preserved. Empty when nothing is left.
 */
export function slugify(title: string, language: string): string {
  // Before normalization, which would turn `＜速報＞` into a tag.
  const text = title.replace(/<[^<>]*>|&[a-z]+;|&#\d+;/gi, ' ');
  return trimEndsOf(
    (isPlainTitle(text) ? text.toLowerCase() : plain(text, language))
      .replace(/['’]/g, '')
      .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
      .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
      .slice(0, maxLength)
      .replace(/[\uD800-\uDBFF]$/, ''),
    '-',
  ); // truncation may split a surrogate pair
}

/** Decodes a slug in an export (`%e3%81%82`); returns invalid percent-encoding unchanged. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug; // a literal percent sign
  }
}

/**
 * A foreign slug as stored here: decoded, limited in length, and without characters that would split or end a URL.
 * Empty when nothing visible is left.
 */
export function foreignSlug(slug: string): string {
  const harmless = decodeSlug(slug.slice(0, maxLength * 9))
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the characters to replace
    .replace(/[\u0000-\u0020\u007f/\\?#]+/g, '-');
  const cut =
    harmless.length > maxLength ? harmless.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : harmless;
  return visibleName(cut.replace(/[.-]+/g, '')) === '' ? '' : cut;
}
