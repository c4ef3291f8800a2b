/** Typographic marks of one language. A quotation mark may include a no-break space. */
export interface Marks {
  readonly double: Pair;
  readonly single: Pair;
}

export interface Pair {
  readonly open: string;
  readonly close: string;
}

/** Marks that are the same in all supported languages. */
export const apostrophe = '’';
export const prime = '′';
export const doublePrime = '″';
export const enDash = '–';
export const emDash = '—';
export const ellipsis = '…';
export const times = '×';
export const trademark = '™';

const pair = (open: string, close: string): Pair => ({ open, close });
const curled = pair('‘', '’');
const english: Marks = { double: pair('“', '”'), single: curled };
const lowHigh: Marks = { double: pair('„', '“'), single: pair('‚', '‘') };
const lowTwice: Marks = { double: pair('„', '“'), single: pair('„', '“') };
const lowThenAngles: Marks = { double: pair('„', '”'), single: pair('«', '»') };
const angles = pair('«', '»');
const anglesThenHigh: Marks = { double: angles, single: pair('“', '”') };
const anglesThenLow: Marks = { double: angles, single: pair('„', '“') };
const anglesThenCurled: Marks = { double: angles, single: curled };
const spacedAngles = pair('«\u00a0', '\u00a0»');
const right: Marks = { double: pair('”', '”'), single: pair('’', '’') };
const corners: Marks = { double: pair('「', '」'), single: pair('『', '』') };

/**
 * By language, or language with region or script; others use English marks. From CLDR, except for French spaces and
 * `de-CH`, which follows Swiss print (decision 032).
 */
const marksByTag: Readonly<Record<string, Marks>> = {
  cs: lowHigh,
  de: lowHigh,
  et: lowHigh,
  is: lowHigh,
  sk: lowHigh,
  sl: lowHigh,
  bg: lowTwice,
  lt: lowTwice,
  pl: lowThenAngles,
  ro: lowThenAngles,
  hu: { double: pair('„', '”'), single: pair('»', '«') },
  ca: anglesThenHigh,
  el: anglesThenHigh,
  nb: anglesThenCurled,
  nn: anglesThenCurled,
  no: anglesThenCurled,
  be: anglesThenLow,
  ru: anglesThenLow,
  uk: anglesThenLow,
  fr: { double: spacedAngles, single: spacedAngles },
  'fr-CA': { double: spacedAngles, single: pair('”', '“') },
  'fr-CH': { double: spacedAngles, single: pair('‹\u00a0', '\u00a0›') },
  fi: right,
  sv: right,
  'de-CH': { double: angles, single: pair('‹', '›') },
  'zh-TW': corners,
  'zh-Hant': corners,
};

/** The quotation marks of a language tag such as `de` or `de-CH`. */
export function marksOf(language: string): Marks {
  const parts = language.split('-');
  for (let length = parts.length; length > 0; length--) {
    const tag = parts.slice(0, length).join('-');
    const marks = Object.hasOwn(marksByTag, tag) ? marksByTag[tag] : undefined;
    if (marks) return marks;
  }
  return english;
}
