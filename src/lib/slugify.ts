import { plainLatin } from './fold.ts';
import { trimEndsOf } from './cut-text.ts';
import { visibleName } from './visible-name.ts';

/** Longest slug in characters, as in WordPress. */
const longest = 200;

/** Letters that a language writes in its own way where it has only those of ASCII, as WordPress does; Norwegian as Danish. */
const german = { ä: 'ae', ö: 'oe', ü: 'ue' };
const danish = { ø: 'oe', å: 'aa' };
const serbian = { đ: 'dj' };
const catalan = { l·l: 'll', ŀl: 'll' };
const lettersOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: german,
  da: danish,
  nb: danish,
  nn: danish,
  no: danish,
  sr: serbian,
  bs: serbian,
  ca: catalan,
};

/** What nobody sees: soft hyphens, joiners, marks of direction; and what stretches an Arabic word. */
const unseen = /[\u00ad\u061c\u0640\u200b-\u200f\u2060-\u2064\ufeff]/g;
/** Accents, the vowel points of Arabic and Hebrew, and marks of rare forms. Marks of other scripts are vowels and tones that no word can do without. */
const accents =
  // oxlint-disable-next-line no-misleading-character-class -- marks, each for itself
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;
const cyrillic = /\p{sc=Cyrillic}/u;

function replaced(text: string, letters: Readonly<Record<string, string>> | undefined): string {
  return letters
    ? text.replace(new RegExp(Object.keys(letters).join('|'), 'g'), (letter) => letters[letter] ?? letter)
    : text;
}

/** ASCII letters for Latin ones, in lower case; letters of other scripts stay, with the marks that belong to them. */
function plain(title: string, language: string): string {
  const letters = lettersOf[language.replace(/-.*/s, '').toLowerCase()];
  const lower = title.normalize('NFC').replace(unseen, '').toLowerCase();
  return (
    replaced(replaced(lower, letters).normalize('NFKD').toLowerCase(), plainLatin)
      // Of `й` and `ї` the mark is half of the letter.
      .replace(accents, (marks, at: number, whole: string) =>
        cyrillic.test(whole[at - 1] ?? '') ? marks : '',
      )
      .normalize('NFC')
      .replace(accents, '')
      .replace(/ё/g, 'е')
      // Thai and Lao write `ำ` as one letter.
      .replace(/\u0e4d\u0e32/g, '\u0e33')
      .replace(/\u0ecd\u0eb2/g, '\u0eb3')
  );
}

/** Whether a title makes one slug in every language. */
export const isPlainTitle = (title: string): boolean => !/[^\p{ASCII}]/u.test(title);

/**
 * Makes a slug of a title in a language (`de-CH`): `Crème brûlée & co` → `creme-brulee-co`, and `Größe` → `groesse` in German, `grosse` elsewhere; letters of
 * other scripts stay. Empty when nothing is left.
 */
export function slugify(title: string, language: string): string {
  // Before `＜速報＞` has the brackets of a tag, of which it has none.
  const text = title.replace(/<[^<>]*>|&[a-z]+;|&#\d+;/gi, ' ');
  return trimEndsOf(
    (isPlainTitle(text) ? text.toLowerCase() : plain(text, language))
      .replace(/['’]/g, '')
      .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
      .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '-')
      .slice(0, longest)
      .replace(/[\uD800-\uDBFF]$/, ''),
    '-',
  ); // a cut may halve a character
}

/** Decodes a slug as exports hold it (`%e3%81%82`); leaves it alone when it is not valid percent-encoding. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug; // a literal per cent sign
  }
}

/**
 * A slug that somebody else made, as we keep it: decoded, at most as long as ours, and without what would part or end an address. Empty when nothing is left
 * that can be seen.
 */
export function foreignSlug(slug: string): string {
  const harmless = decodeSlug(slug.slice(0, longest * 9))
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are the characters to replace
    .replace(/[\u0000-\u0020\u007f/\\?#]+/g, '-');
  const cut =
    harmless.length > longest ? harmless.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '') : harmless;
  return visibleName(cut.replace(/[.-]+/g, '')) === '' ? '' : cut;
}
