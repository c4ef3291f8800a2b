import { basicRange, europeRange, face, fallbackFace } from './fonts.ts';
import type { Fallback, FontPreload, LineMetrics } from './fonts.ts';
import type { FontPairName } from '../lib/look/looks.ts';
import type { FontFile, OwnFonts } from '../lib/look/own-fonts.ts';
import { fontPath } from '../lib/look/looks.ts';

/** Any pair except the default. */
export type OtherPair = Exclude<FontPairName, 'broadsheet'>;

interface OtherFace {
  readonly family: string;
  readonly style: 'normal' | 'italic';
  /** Range of the variable axis that scripts/build/subset-fonts.mjs retains. */
  readonly weights: { readonly min: number; readonly max: number } | number;
  readonly metrics?: LineMetrics;
  /** Path in the package; the file with `-latin-ext-` in place of `-latin-` has the other European characters. */
  readonly file: string;
}

/** Sets lines of Sofia's capitals at 1.27 times the cap height. Scripts that it lacks keep the line height of their own font. */
const sofiaMetrics = { ascent: 0.745, descent: 0.085 };

/**
 * Faces of the other pairs only, in three files each: basic Western European text, its other characters, further
 * European characters. Rarer characters use system fonts.
 */
export const otherFaces = {
  sofia: {
    family: 'Sofia',
    style: 'normal',
    weights: { min: 600, max: 900 },
    metrics: sofiaMetrics,
    file: 'sofia-sans-extra-condensed/files/sofia-sans-extra-condensed-latin-wght-normal.woff2',
  },
  newsreader: {
    family: 'Newsreader',
    style: 'normal',
    weights: { min: 400, max: 700 },
    file: 'newsreader/files/newsreader-latin-wght-normal.woff2',
  },
  'newsreader-italic': {
    family: 'Newsreader',
    style: 'italic',
    weights: 400,
    file: 'newsreader/files/newsreader-latin-wght-italic.woff2',
  },
  bricolage: {
    family: 'Bricolage',
    style: 'normal',
    weights: { min: 500, max: 800 },
    file: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  },
  'inter-italic': {
    family: 'Inter',
    style: 'italic',
    weights: 400,
    file: 'inter/files/inter-latin-wght-italic.woff2',
  },
  bitter: {
    family: 'Bitter',
    style: 'normal',
    weights: { min: 500, max: 800 },
    file: 'bitter/files/bitter-latin-wght-normal.woff2',
  },
  'source-sans': {
    family: 'Source Sans',
    style: 'normal',
    weights: { min: 400, max: 700 },
    file: 'source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
  },
  'source-sans-italic': {
    family: 'Source Sans',
    style: 'italic',
    weights: 400,
    file: 'source-sans-3/files/source-sans-3-latin-wght-italic.woff2',
  },
  playfair: {
    family: 'Playfair',
    style: 'normal',
    weights: { min: 400, max: 800 },
    file: 'playfair-display/files/playfair-display-latin-wght-normal.woff2',
  },
  mono: {
    family: 'Mono',
    style: 'normal',
    weights: { min: 400, max: 700 },
    file: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
  },
} as const satisfies Record<string, OtherFace>;

/** Inter is also in the default pair. */
const faces = {
  ...otherFaces,
  sans: { family: 'Inter', style: 'normal', weights: { min: 400, max: 700 } },
} as const;

type FaceName = keyof typeof faces;
export const faceParts = ['latin', 'europe', 'basic'] as const;

export type OtherUrls = Readonly<Record<`${FaceName}-${(typeof faceParts)[number]}`, string>>;

const sansLocal = ['Arial', 'Liberation Sans', 'Arimo'];
const sansBoldLocal = ['Arial Bold', 'Liberation Sans Bold', 'Arimo Bold'];
const serifLocal = ['Times New Roman', 'Liberation Serif', 'Tinos'];
const serifBoldLocal = ['Times New Roman Bold', 'Liberation Serif Bold', 'Tinos Bold'];

// Measured as in fonts.ts, in looks' weights: text 0.4407 em wide (bold 0.4757) in Arial, 0.3996 (bold 0.4248) in Times
// New Roman. Sofia: capitals, as its headlines are; characters that it lacks (Cyrillic) would stay that small.
const fallbacks: Readonly<Record<string, readonly Omit<Fallback, 'family'>[]>> = {
  Sofia: [
    {
      weight: '100 900',
      local: sansBoldLocal,
      sizeAdjust: 0.617,
      ...sofiaMetrics,
      range: 'U+0-36F,U+1E00-1EFF,U+2000-2FFF',
    },
  ],
  Newsreader: [
    { weight: '100 550', local: serifLocal, sizeAdjust: 1.0518, ascent: 0.735, descent: 0.265 },
    { weight: '551 900', local: serifBoldLocal, sizeAdjust: 1.055, ascent: 0.735, descent: 0.265 },
  ],
  Bricolage: [{ weight: '100 900', local: sansBoldLocal, sizeAdjust: 1.023, ascent: 0.93, descent: 0.27 }],
  Inter: [{ weight: '100 900', local: sansLocal, sizeAdjust: 1.072, ascent: 0.96875, descent: 0.24121 }],
  Bitter: [{ weight: '100 900', local: sansBoldLocal, sizeAdjust: 0.979, ascent: 0.935, descent: 0.265 }],
  'Source Sans': [
    { weight: '100 550', local: sansLocal, sizeAdjust: 0.93, ascent: 1.024, descent: 0.4 },
    { weight: '551 900', local: sansBoldLocal, sizeAdjust: 0.907, ascent: 1.024, descent: 0.4 },
  ],
  Playfair: [{ weight: '100 900', local: serifLocal, sizeAdjust: 1.12, ascent: 1.082, descent: 0.251 }],
};

interface FontPair {
  /** Faces that pages load: the headlines' font first. */
  readonly faces: readonly FaceName[];
  readonly head: string;
  readonly text: string;
  /** Cap height of the headlines' font, in em. */
  readonly capHeight: number;
  /** Line height of headlines, if it is the font's own. */
  readonly lines?: 'normal';
  /** Generic fallback families of headlines and text. */
  readonly kinds: readonly ['serif' | 'sans-serif', 'serif' | 'sans-serif'];
}

const otherPairs: Readonly<Record<OtherPair, FontPair>> = {
  condensed: {
    faces: ['sofia', 'source-sans', 'source-sans-italic'],
    head: 'Sofia',
    text: 'Source Sans',
    kinds: ['sans-serif', 'sans-serif'],
    capHeight: 0.655,
    lines: 'normal',
  },
  literary: {
    faces: ['newsreader', 'newsreader-italic'],
    head: 'Newsreader',
    text: 'Newsreader',
    kinds: ['serif', 'serif'],
    capHeight: 0.67,
  },
  grotesque: {
    faces: ['bricolage', 'sans', 'inter-italic'],
    head: 'Bricolage',
    text: 'Inter',
    kinds: ['sans-serif', 'sans-serif'],
    capHeight: 0.66,
  },
  slab: {
    faces: ['bitter', 'source-sans', 'source-sans-italic'],
    head: 'Bitter',
    text: 'Source Sans',
    kinds: ['serif', 'sans-serif'],
    capHeight: 0.704,
  },
  didone: {
    faces: ['playfair', 'source-sans', 'source-sans-italic'],
    head: 'Playfair',
    text: 'Source Sans',
    kinds: ['serif', 'sans-serif'],
    capHeight: 0.708,
  },
};

/** Line height of headlines in capitals: tight, since capitals have no descenders. */
export function capitalLines(pair: FontPairName): string {
  const { capHeight, lines = undefined } = pair === 'broadsheet' ? { capHeight: 0.67 } : otherPairs[pair];
  return lines ?? String(Number((1.27 * capHeight).toFixed(2)));
}

/** One range around all Western European characters: of several faces with a character, browsers prefer the last. Excludes invisible characters. */
const aroundLatin = 'U+23-FF,U+131-329,U+2000-200A,U+2010-2027,U+202F-205F,U+2191-2215';
/** Code characters that the basic file lacks. */
const signs = 'U+23,U+2B,U+3C-3E,U+40,U+5B-60,U+7B-7E';
const ranges = { latin: aroundLatin, europe: europeRange, basic: basicRange };

/** `@font-face` rules of these faces, and of local fallbacks for their families until they load. */
function faceRules(
  names: readonly FaceName[],
  families: Iterable<string>,
  urls: OtherUrls,
  rangeOf: Readonly<Record<(typeof faceParts)[number], string>> = ranges,
): string {
  const rules = names.flatMap((one) => {
    const { family, style, weights, metrics }: Pick<OtherFace, 'family' | 'style' | 'weights' | 'metrics'> =
      faces[one];
    const weight = typeof weights === 'number' ? String(weights) : `${weights.min} ${weights.max}`;
    return faceParts
      .filter((part) => rangeOf[part] !== '')
      .map((part) => face(family, style, weight, urls[`${one}-${part}`], rangeOf[part], metrics));
  });
  const local = [...families].flatMap((family) =>
    (fallbacks[family] ?? []).map((one) => fallbackFace({ ...one, family: `${family} F` })),
  );
  return rules.join('') + local.join('');
}

export function pairCss(name: OtherPair, urls: OtherUrls): string {
  const { faces: names, head, text } = otherPairs[name];
  return faceRules(names, new Set([head, text]), urls);
}

/** `@font-face` rules of the monospaced font, and its token; for looks with monospaced kickers. */
export const monoCss = (urls: OtherUrls): string =>
  faceRules(['mono'], [], urls, { ...ranges, latin: signs, europe: '' });
export const monoToken = 'Mono,ui-monospace,monospace';

export type FontTokens = Readonly<Record<'serif' | 'text' | 'sans', string>>;

/** Default tokens; equal to those in tokens.css. */
const usualTokens: FontTokens = {
  serif: '"Source Serif 4 Variable","Source Serif Fallback",Georgia,serif',
  text: '"Source Serif 4 Variable","Source Serif Fallback",Georgia,serif',
  sans: '"Inter Variable","Inter Fallback",system-ui,sans-serif',
};

/** `@font-face` rules of a site's own files. Browsers fetch a file when the page shows its characters, and use its optical sizes. */
export function ownFontCss({ headlines = [], text = [] }: OwnFonts): string {
  const rules = (family: string, files: readonly FontFile[]) =>
    files.map(({ file, style, weights: [least, most], range }) =>
      face(family, style, least === most ? String(least) : `${least} ${most}`, fontPath(file), range),
    );
  return [...rules(ownFamilies.headlines, headlines), ...rules(ownFamilies.text, text)].join('');
}

/** Family names in styles, whatever the files' own names are. */
const ownFamilies = { headlines: 'Own Headlines', text: 'Own Text' } as const;

export function ownFontTokens(pair: FontPairName, { headlines, text }: OwnFonts): FontTokens {
  const { serif, text: running, sans } = pair === 'broadsheet' ? usualTokens : pairTokens(pair);
  return {
    serif: headlines ? `${ownFamilies.headlines},${serif}` : serif,
    text: text ? `${ownFamilies.text},${running}` : running,
    sans: text ? 'var(--text)' : sans,
  };
}

export function pairTokens(name: OtherPair): FontTokens {
  const { head, text, kinds } = otherPairs[name];
  const stack = (family: string, kind: string) => `${family},${family} F,${kind}`;
  return { serif: stack(head, kinds[0]), text: stack(text, kinds[1]), sans: 'var(--text)' };
}

/** URL of the one font of a pair worth preloading: the headlines'. */
export function preloadOfPair(name: OtherPair, urls: OtherUrls): string {
  return urls[`${otherPairs[name].faces[0] ?? 'sans'}-basic`];
}

/** The font of a pair's text, whose loading changes an article's line breaks. Undefined if headlines use the same font. */
export function textOfPair(name: OtherPair, urls: OtherUrls): FontPreload | undefined {
  const { faces: names, head, text } = otherPairs[name];
  const found = names.find((one) => faces[one].family === text && faces[one].style === 'normal');
  return head === text || found === undefined ? undefined : { url: urls[`${found}-basic`] };
}
