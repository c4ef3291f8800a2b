import { isRightToLeft, scriptOf } from '../lib/language-tags.ts';

interface Setting {
  /** System families (Apple, Windows, Android, Linux) after our own, which still render Latin names and digits. */
  readonly serif: string;
  readonly sans: string;
  /** Line heights of headings and running text. */
  readonly heading: number;
  readonly text: number;
  /** Punctuation that our fonts draw for Latin text only, and system faces that draw it as wide as the script's characters. */
  readonly marks?: {
    readonly range: string;
    readonly serif: readonly string[];
    readonly sans: readonly string[];
  };
  readonly more?: string;
}

/** Titles of all kinds, which the theme sets tighter than these scripts allow. */
const titles =
  ':is(h1,h2,h3,h4,h5,h6,[class*="-title"],[class*="-name"],[class*="-heading"],[class*="-standfirst"],.kicker,blockquote)';
/** Raises the specificity above any class. */
const first = ':not(#_)';

/** Joined letters can't be separated from their word. */
const joined =
  `.has-drop-cap.has-drop-cap.has-drop-cap:not(:focus)::first-letter,.drop-cap.drop-cap.drop-cap>p:first-child::first-letter{` +
  'float:none;margin:0;font-size:inherit;line-height:inherit;font-weight:inherit;initial-letter:normal}';

const wide = 'U+2014-2015,U+2025-2026';

const settings: Readonly<Record<string, Setting>> = {
  Arab: {
    serif: '"Noto Naskh Arabic","Geeza Pro","Sakkal Majalla","Times New Roman"',
    sans: '"SF Arabic","Segoe UI","Noto Sans Arabic","Geeza Pro",Tahoma',
    heading: 1.45,
    text: 1.85, // Spaces come from Latin fonts; the headlines' are narrow.
    // Marks above letters touched the edge of titles in boxes.
    more: `:root{--over:10px}${joined}q{quotes:"«" "»"}${titles}{word-spacing:.12em}`,
  },
  Hebr: {
    serif: '"Noto Serif Hebrew","New Peninim MT","Times New Roman"',
    sans: '"SF Hebrew","Segoe UI","Noto Sans Hebrew","Arial Hebrew",Arial',
    heading: 1.2,
    text: 1.65,
    more: '.kicker{min-height:24px}', // lower lines are too small to tap
  },
  Jpan: {
    serif: '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP","Noto Serif JP"',
    sans: '"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP","Noto Sans JP",Meiryo',
    heading: 1.35,
    text: 1.85,
    marks: {
      range: wide,
      serif: ['HiraMinProN-W3', 'Yu Mincho', 'NotoSerifCJKjp-Regular', 'Noto Serif CJK JP'],
      sans: ['HiraginoSans-W3', 'Yu Gothic', 'NotoSansCJKjp-Regular', 'Noto Sans CJK JP'],
    },
    more: `body{line-break:strict}${titles}{word-break:auto-phrase}`,
  },
  Hans: {
    serif: '"Songti SC","Noto Serif CJK SC","Noto Serif SC",SimSun',
    sans: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC"',
    heading: 1.35,
    text: 1.85,
    marks: {
      range: `${wide},U+201C-201D`,
      serif: ['STSongti-SC-Regular', 'NotoSerifCJKsc-Regular', 'Noto Serif CJK SC', 'SimSun'],
      sans: ['PingFangSC-Regular', 'Microsoft YaHei', 'NotoSansCJKsc-Regular', 'Noto Sans CJK SC'],
    },
  },
  Hant: {
    serif: '"Songti TC","Noto Serif CJK TC","Noto Serif TC",PMingLiU',
    sans: '"PingFang TC","Microsoft JhengHei","Noto Sans CJK TC","Noto Sans TC"',
    heading: 1.35,
    text: 1.85,
    marks: {
      range: wide,
      serif: ['STSongti-TC-Regular', 'NotoSerifCJKtc-Regular', 'Noto Serif CJK TC', 'PMingLiU'],
      sans: ['PingFangTC-Regular', 'Microsoft JhengHei', 'NotoSansCJKtc-Regular', 'Noto Sans CJK TC'],
    },
  },
  Kore: {
    serif: '"AppleMyungjo","Noto Serif CJK KR","Noto Serif KR",Batang',
    sans: '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Noto Sans KR"',
    heading: 1.35,
    text: 1.75,
    more: 'body{word-break:keep-all}',
  },
  Thai: {
    serif: '"Noto Serif Thai",Thonburi',
    sans: '"Thonburi","Leelawadee UI","Noto Sans Thai"',
    heading: 1.5,
    text: 1.85,
  },
  Laoo: {
    serif: '"Noto Serif Lao","Lao MN"',
    sans: '"Lao Sangam MN","Leelawadee UI","Noto Sans Lao"',
    heading: 1.5,
    text: 1.85,
  },
  Khmr: {
    serif: '"Noto Serif Khmer","Khmer MN"',
    sans: '"Khmer Sangam MN","Leelawadee UI","Noto Sans Khmer"',
    heading: 1.6,
    text: 1.95,
  },
  Mymr: {
    serif: '"Noto Serif Myanmar","Myanmar MN"',
    sans: '"Myanmar Sangam MN","Myanmar Text","Noto Sans Myanmar"',
    heading: 1.7,
    text: 2,
  },
  Deva: {
    serif: '"Noto Serif Devanagari","Kohinoor Devanagari"',
    sans: '"Kohinoor Devanagari","Nirmala UI","Noto Sans Devanagari"',
    heading: 1.45,
    text: 1.8,
    more: joined,
  },
  Beng: {
    serif: '"Noto Serif Bengali","Kohinoor Bangla"',
    sans: '"Kohinoor Bangla","Nirmala UI","Noto Sans Bengali"',
    heading: 1.45,
    text: 1.8,
    more: joined,
  },
};

/** System fonts with the line heights they need; no letter-spacing or italics, which harm these scripts: emphasis is bold instead. */
function cssOfScript({ serif, sans, heading, text, marks, more = '' }: Setting): string {
  const face = (family: string, names: readonly string[]) =>
    `@font-face{font-family:"${family}";src:${names.map((name) => `local("${name}")`).join(',')};unicode-range:${marks?.range}}`;
  const [serifMarks, sansMarks] = marks ? ['"Serif Marks",', '"Sans Marks",'] : ['', ''];
  return (
    (marks ? face('Serif Marks', marks.serif) + face('Sans Marks', marks.sans) : '') +
    `:root{--serif:${serifMarks}"Source Serif 4 Variable","Source Serif Fallback",${serif},serif;` +
    `--sans:${sansMarks}"Inter Variable","Inter Fallback",${sans},system-ui,sans-serif;font-synthesis-style:none;` +
    `--lines:${Number((text - 0.1).toFixed(2))};--plate:${serif},serif}` +
    `em{font-weight:600}.post-content :is(blockquote,cite,address,em,i,pre)${first}{font-style:normal}` +
    `${titles}${first}{letter-spacing:inherit;line-height:${heading}}.post-content.post-content{line-height:${text}}${more}`
  );
}

/** Lines with their own direction on right-to-left sites (`lib/bidi.ts`). */
const directed =
  ':is(.archive-title h1,.card-title,.card-excerpt,.post-title,.post-standfirst,.live-result-title,.post-neighbour-title,.voice-title,.ticker-items a,' +
  '.jp-relatedposts-post-title,.jp-relatedposts-post-excerpt):where([dir=ltr])';

/** The same for lines that editors can align. */
const freely =
  ':where(.wp-block-post-title,.wp-block-site-title,.wp-block-site-tagline,.wp-block-post-excerpt__excerpt,.footer-line,.footer-about p,' +
  '.site-title-tagline,.archive-description,.author-box-bio,.post-featured-image>figcaption,.full-screen-caption>figcaption):where([dir=ltr])';

/** Aligns them with the surrounding lines; an excerpt with a rule at its start keeps it on that side. */
const cssOfDirected =
  `${directed},${freely}{text-align:match-parent;text-align:-webkit-match-parent}` +
  // The scroll hint of a table is at the left, except in left-to-right tables.
  '.post-content .table-scroll:dir(rtl){animation-name:goes-on-left}@keyframes goes-on-left{0%,99%{mask-image:linear-gradient(to left,#000 90%,#0000)}}' +
  '@media (min-width:1019px){.front-one .card-bare .card-excerpt[dir=ltr]{padding-inline:0 var(--gap);border-inline:0;border-right:1px solid var(--line)}}';

/** Languages with words too long for a phone. */
const longWords: ReadonlySet<string> = new Set([
  'de',
  'nl',
  'af',
  'sv',
  'da',
  'nb',
  'nn',
  'no',
  'is',
  'fi',
  'et',
  'hu',
]);
/** Scripts that are hyphenated. */
const hyphened: ReadonlySet<string> = new Set(['Latn', 'Cyrl', 'Grek']);

/**
 * Hyphenates texts on phones, in each passage's language (`lang`). Titles only in compounding languages, whose long
 * words are also hyphenated in menus at any width, since columns below “More” are narrow.
 */
function cssOfHyphens(spoken: string): string {
  const long = longWords.has(spoken);
  return (
    (long ? 'nav{hyphens:auto;hyphenate-limit-chars:18 5 5}' : '') +
    '@media (max-width:599px){.post-content :is(p,li,figcaption){hyphens:auto;hyphenate-limit-chars:9 4 4}' +
    `${long ? `${titles}{hyphens:auto;hyphenate-limit-chars:13 5 5}` : ''}}`
  );
}

/** CSS that pages in a language need besides that of all pages; none in English. */
export function languageCss(language: string): string {
  const spoken = language.replace(/-.*/s, '').toLowerCase();
  const script = scriptOf(language);
  const setting = settings[script];
  return (
    (isRightToLeft(language) ? cssOfDirected : '') +
    (setting ? cssOfScript(setting) : spoken !== 'en' && hyphened.has(script) ? cssOfHyphens(spoken) : '')
  );
}

const ourLetters = 'U+20-17F,U+2010-2026';
/** End of each local fallback rule without a `unicode-range`. */
const ofAllLetters = 'line-gap-override:0%}';

/**
 * Limits local fallbacks to our fonts' characters if the language's script is a system font's: fallbacks have that
 * script, too, but scaled for Latin. Line heights then stay the same from the first paint on.
 */
export const fontsForLanguage = (rules: string, language: string): string =>
  settings[scriptOf(language)]
    ? rules.replaceAll(ofAllLetters, `${ofAllLetters.slice(0, -1)};unicode-range:${ourLetters}}`)
    : rules;

/** Whether our fonts cover the language's characters; other pages fetch a font only when they show some of them. */
export const isOfOurLetters = (language: string): boolean => ['Latn', ''].includes(scriptOf(language));
