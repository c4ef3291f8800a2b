/** The marks that stand for what keyboards have, in one language. A quotation mark may bring a no-break space with it. */
export interface Marks {
  readonly double: Pair;
  readonly single: Pair;
}

/** An opening and a closing quotation mark. */
export interface Pair {
  readonly open: string;
  readonly close: string;
}

/** Marks that are the same in all languages that we know. */
export const apostrophe = '’';
export const prime = '′';
export const doublePrime = '″';
export const enDash = '–';
export const emDash = '—';
export const ellipsis = '…';
export const times = '×';
export const trademark = '™';

const pair = (open: string, close: string): Pair => ({ open, close });
const english: Marks = { double: pair('“', '”'), single: pair('‘', '’') };
const lowHigh: Marks = { double: pair('„', '“'), single: pair('‚', '‘') };
const lowRight: Marks = { double: pair('„', '”'), single: pair('‚', '’') };
const angles: Marks = { double: pair('«', '»'), single: pair('‘', '’') };
const anglesWithin: Marks = { double: pair('«', '»'), single: pair('„', '“') };
const spacedAngles: Marks = { double: pair('«\u00a0', '\u00a0»'), single: pair('‘', '’') };
const right: Marks = { double: pair('”', '”'), single: pair('’', '’') };

/** By language, or language with region or script; every other language has the marks of English. */
const marksByTag: Readonly<Record<string, Marks>> = {
  'bg': lowHigh, 'cs': lowHigh, 'de': lowHigh, 'et': lowHigh, 'is': lowHigh, 'lt': lowHigh, 'sk': lowHigh, 'sl': lowHigh,
  'hu': lowRight, 'pl': lowRight, 'ro': lowRight,
  'ca': angles, 'el': angles, 'es': angles, 'nb': angles, 'nn': angles, 'no': angles,
  'be': anglesWithin, 'ru': anglesWithin, 'uk': anglesWithin,
  'fr': spacedAngles,
  'fi': right, 'sv': right,
  'de-CH': { double: pair('«', '»'), single: pair('‹', '›') },
  'zh-TW': { double: pair('「', '」'), single: pair('『', '』') }, 'zh-Hant': { double: pair('「', '」'), single: pair('『', '』') },
};

/** The quotation marks of a language: `language` is a tag such as `de` or `de-CH`. */
export function marksOf(language: string): Marks {
  const parts = language.split('-');
  for (let length = parts.length; length > 0; length--) {
    const tag = parts.slice(0, length).join('-');
    const marks = Object.hasOwn(marksByTag, tag) ? marksByTag[tag] : undefined;
    if (marks) return marks;
  }
  return english;
}
