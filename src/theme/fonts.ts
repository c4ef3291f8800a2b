/**
 * Characters of Western European texts, including accented ones in English names; every page loads them. Rarer ones
 * (`@`, `+`, `[`) are in the second file, to stay within an article's 60 KB for fonts.
 */
export const basicRange =
  'U+20-22,U+24-2A,U+2C-3B,U+3F,U+41-5A,U+61-7A,U+A0,U+A3,U+A9,U+AB,U+B7,U+BB,U+C4,U+C9,U+D6,U+DC,U+DF-E5,U+E7-EB,U+ED,U+F1,U+F3-F4,U+F6,U+F8-FC,U+2013-2014,' +
  'U+2018-2019,U+201C-201E,U+2026,U+20AC';

/** Further Western European characters. Excludes invisible ones such as directional marks, which would fetch the file for nothing. */
const latinRange =
  'U+23,U+2B,U+3C-3E,U+40,U+5B-60,U+7B-7E,U+A1-A2,U+A4-A8,U+AA,U+AC-B6,U+B8-BA,U+BC-C3,U+C5-C8,U+CA-D5,U+D7-DB,U+DD-DE,U+E6,U+EC,U+EE-F0,U+F2,' +
  'U+F5,U+F7,U+FD-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-200A,U+2010-2012,U+2015-2017,U+201A-201B,U+201F-2025,U+2027,' +
  'U+202F-205F,U+2122,U+2191,U+2193,U+2212,U+2215,U+FFFD';

/** Further European characters, for names such as Łódź. */
export const europeRange = 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E80-1E85,U+1E9E';

const latinExtRange =
  'U+180-217,U+21C-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1D00-1DBF,U+1E00-1E7F,U+1E86-1E9D,U+1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

const extFolder = 'node_modules/@fontsource-variable';

/** All font files: `made` by scripts/build/subset-fonts.mjs, or copied `from` a package. */
export const fontFiles = {
  'serif-basic': { made: 'serif-basic.woff2' },
  'serif-latin': { made: 'serif-latin.woff2' },
  'serif-europe': { made: 'serif-europe.woff2' },
  'serif-latin-ext': { from: `${extFolder}/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2` },
  'serif-display-basic': { made: 'serif-display-basic.woff2' },
  'serif-display-latin': { made: 'serif-display-latin.woff2' },
  'serif-display-europe': { made: 'serif-display-europe.woff2' },
  'serif-italic-basic': { made: 'serif-italic-basic.woff2' },
  'serif-italic-latin': { made: 'serif-italic-latin.woff2' },
  'serif-italic-europe': { made: 'serif-italic-europe.woff2' },
  'serif-italic-latin-ext': {
    from: `${extFolder}/source-serif-4/files/source-serif-4-latin-ext-wght-italic.woff2`,
  },
  'serif-bold-italic-basic': { made: 'serif-bold-italic-basic.woff2' },
  'serif-bold-italic-latin': { made: 'serif-bold-italic-latin.woff2' },
  'serif-bold-italic-europe': { made: 'serif-bold-italic-europe.woff2' },
  'sans-basic': { made: 'sans-basic.woff2' },
  'sans-latin': { made: 'sans-latin.woff2' },
  'sans-europe': { made: 'sans-europe.woff2' },
  'sans-latin-ext': { from: `${extFolder}/inter/files/inter-latin-ext-wght-normal.woff2` },
} as const satisfies Record<string, { readonly made?: string; readonly from?: string }>;

export type FontName = keyof typeof fontFiles;
export type FontUrls = Readonly<Record<FontName, string>>;

const serif = 'Source Serif 4 Variable';
const sans = 'Inter Variable';
/** Weight of the headlines' cut for large sizes (650, optical size 48): above every weight of texts, and near enough for rare characters. */
export const displayWeight = 710;
/** Media query of that cut: on phones headlines are 26 pt high, closer to the optical size of the text font, which is loaded anyway. */
export const displayMedia = '(min-width:600px)';

/** A local font that replaces a web font until it loads. */
export interface Fallback {
  readonly family: string;
  readonly weight: string;
  readonly local: readonly string[];
  /** Width of running text in the web font, divided by its width in the local one (characters weighted by their frequency in English). */
  readonly sizeAdjust: number;
  /** Of the web font, in em. */
  readonly ascent: number;
  readonly descent: number;
  /** Default: all characters of the local font. */
  readonly range?: string;
}

// From hmtx and hhea tables: text 0.4454 em wide (bold 0.4592) in Source Serif (optical size 20), 0.3996 (0.4248) in
// Times New Roman, 0.4458 in Georgia; large headlines 0.4314; 0.4724 (0.4863) in Inter, 0.4407 (0.4757) in Arial.
const serifMetrics = { ascent: 1.036, descent: 0.335 };
const sansMetrics = { ascent: 0.96875, descent: 0.24121 };
// Of faces with the same family and weight, the last one with an existing local font wins: Georgia over Times.
const fallbacks: readonly Fallback[] = [
  {
    family: 'Source Serif Fallback',
    weight: '100 550',
    local: ['Times New Roman', 'Liberation Serif', 'Tinos'],
    sizeAdjust: 1.1145,
    ...serifMetrics,
  },
  {
    family: 'Source Serif Fallback',
    weight: '551 705',
    local: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
    sizeAdjust: 1.0809,
    ...serifMetrics,
  },
  {
    family: 'Source Serif Fallback',
    weight: '706 900',
    local: ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'],
    sizeAdjust: 1.0155,
    ...serifMetrics,
  },
  { family: 'Source Serif Fallback', weight: '100 550', local: ['Georgia'], sizeAdjust: 1, ...serifMetrics },
  {
    family: 'Source Serif Fallback',
    weight: '551 705',
    local: ['Georgia Bold'],
    sizeAdjust: 0.909,
    ...serifMetrics,
  },
  {
    family: 'Source Serif Fallback',
    weight: '706 900',
    local: ['Georgia Bold'],
    sizeAdjust: 0.854,
    ...serifMetrics,
  },
  {
    family: 'Inter Fallback',
    weight: '100 550',
    local: ['Arial', 'Liberation Sans', 'Arimo'],
    sizeAdjust: 1.072,
    ...sansMetrics,
  },
  {
    family: 'Inter Fallback',
    weight: '551 900',
    local: ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'],
    sizeAdjust: 1.0224,
    ...sansMetrics,
  },
];

const percent = (value: number) => `${Number((value * 100).toFixed(2))}%`;

export function fallbackFace({
  family,
  weight,
  local,
  sizeAdjust,
  ascent,
  descent,
  range,
}: Fallback): string {
  return (
    `@font-face{font-family:"${family}";font-weight:${weight};src:${local.map((name) => `local("${name}")`).join(',')};size-adjust:${percent(sizeAdjust)};` +
    `ascent-override:${percent(ascent / sizeAdjust)};descent-override:${percent(descent / sizeAdjust)};line-gap-override:0%` +
    `${range === undefined ? '' : `;unicode-range:${range}`}}`
  );
}

/** Ascent and descent that override a font's own, in em. */
export interface LineMetrics {
  readonly ascent: number;
  readonly descent: number;
}

export function face(
  family: string,
  style: 'normal' | 'italic',
  weight: string,
  url: string,
  range: string,
  metrics?: LineMetrics,
): string {
  const overrides = metrics
    ? `ascent-override:${percent(metrics.ascent)};descent-override:${percent(metrics.descent)};line-gap-override:0%;`
    : '';
  return (
    `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;src:url(${url})format("woff2");${overrides}` +
    `unicode-range:${range}}`
  );
}

/** `@font-face` rules by when a page needs them. */
export interface FontRules {
  /** Needed at once by most pages; includes the headlines' cut. */
  readonly first: string;
  /** Upright characters outside the `basic` files. */
  readonly rare: string;
  /** All characters. */
  readonly italics: string;
}

/** Rules of the default fonts. Faces of equal weight and style supplement each other, so rare characters need one for each, in any order. */
export function fontRules(urls: FontUrls): FontRules {
  const kinds = [
    { name: 'serif', ext: 'serif', family: serif, style: 'normal', weight: '400 700' },
    { name: 'serif-display', ext: 'serif', family: serif, style: 'normal', weight: `${displayWeight}` },
    { name: 'serif-italic', ext: 'serif-italic', family: serif, style: 'italic', weight: '400 550' },
    { name: 'serif-bold-italic', ext: 'serif-italic', family: serif, style: 'italic', weight: '551 700' },
    { name: 'sans', ext: 'sans', family: sans, style: 'normal', weight: '400 700' },
  ] as const;
  const upright = kinds.filter(({ style }) => style === 'normal');
  const italic = kinds.filter(({ style }) => style === 'italic');
  const basic = ({ name, family, style, weight }: (typeof kinds)[number]) =>
    face(family, style, weight, urls[`${name}-basic`], basicRange);
  const rare = ({ name, ext, family, style, weight }: (typeof kinds)[number]) =>
    face(family, style, weight, urls[`${name}-latin`], latinRange) +
    face(family, style, weight, urls[`${name}-europe`], europeRange) +
    face(family, style, weight, urls[`${ext}-latin-ext`], latinExtRange);
  return {
    first: `${upright.map(basic).join('')}${fallbacks.map(fallbackFace).join('')}@media ${displayMedia}{:root{--display:${displayWeight}}}`,
    rare: upright.map(rare).join(''),
    italics: italic.map((kind) => basic(kind) + rare(kind)).join(''),
  };
}

export const fontCss = (urls: FontUrls): string => Object.values(fontRules(urls)).join('');

export interface FontPreload {
  readonly url: string;
  /** Media query of the windows that need it; undefined for all. */
  readonly media?: string;
}

/** The font of an article's title: a title whose line breaks change when it loads would move everything below. */
export function titleFont(urls: FontUrls): FontPreload {
  return { url: urls['serif-display-basic'], media: displayMedia };
}

/** URL of the one font worth preloading on every page: headlines in lists and the article's text. */
export function preloadFont(urls: FontUrls): string {
  return urls['serif-basic'];
}

/**
 * Style sheets loaded after the first paint, since early fonts delay it, by their content besides `print.css`. A page
 * loads one and must not repeat its faces in its own CSS, or browsers would render again without them.
 */
export type LateStyles = 'plain' | 'rare' | 'italics' | 'both';

export function lateStylesWith({ rare, italics }: Readonly<Record<'rare' | 'italics', boolean>>): LateStyles {
  if (rare) return italics ? 'both' : 'rare';
  return italics ? 'italics' : 'plain';
}

export function lateStyles(
  print: string,
  { rare, italics }: FontRules,
): readonly (readonly [LateStyles, string])[] {
  return [
    ['plain', print],
    ['rare', rare + print],
    ['italics', italics + print],
    ['both', rare + italics + print],
  ];
}
