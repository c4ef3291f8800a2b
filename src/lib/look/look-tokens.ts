import { contrast, fromOklch, mended, mix, readableOn } from '../colour.ts';
import type { Look } from './looks.ts';

/** Minimum contrast of text, and of lines and icons (WCAG 1.4.3 and 1.4.11). */
const ofText = 4.5;
const ofLines = 3;

/** Hues of the eight category colours (tokens.css). */
const hues = [252, 27, 150, 300, 55, 195, 350, 105];

/** Tokens of one scheme: names without dashes, and values readable on all backgrounds. */
export type Tokens = Readonly<Record<string, string>>;

/** All colours of one scheme, adjusted to be readable. `accent-l` and `accent-c` are lightness and chroma of the category colours. */
export function schemeTokens({ colours }: Look, scheme: 'light' | 'dark'): Tokens {
  const { paper, surface: declaredSurface, ink: declaredInk, accent = colours.accent } = colours[scheme];
  // A second background too different from the first is replaced: no text colour would be readable on both.
  const surface =
    contrast(paper, declaredSurface) > 1.6 ? mix(declaredSurface, 0.12, paper) : declaredSurface;
  const grounds = [paper, surface];
  const ink = mended(declaredInk, grounds, 7);
  const isDark = contrast(paper, '#000') < contrast(paper, '#fff');
  const chroma = isDark ? 0.11 : 0.155;
  return {
    paper,
    'paper-2': surface,
    ink,
    'ink-2': mended(mix(ink, 0.8, paper), grounds, 7),
    'ink-3': mended(mix(ink, 0.62, paper), grounds, ofText),
    line: mended(mix(ink, 0.4, paper), grounds, ofLines),
    'line-strong': ink,
    blue: mended(accent, [paper], ofLines),
    'blue-ink': mended(accent, grounds, ofText),
    'on-blue': readableOn(mended(accent, [paper], ofLines)),
    ...signals(grounds, scheme, isDark),
    ...(colours.categories === 'hues'
      ? { 'accent-l': String(lightnessFor(grounds, chroma, isDark)), 'accent-c': String(chroma) }
      : {}),
  };
}

/** Signal colours, if those of tokens.css are unreadable here; the mark is a background. */
function signals(grounds: readonly string[], scheme: 'light' | 'dark', isDark: boolean): Tokens {
  const usual = Object.entries(
    scheme === 'dark' ? { red: '#ff7b78', green: '#5fcf8e' } : { red: '#c4161c', green: '#0b7a3e' },
  );
  const others = usual
    .map(([name, colour]) => [name, mended(colour, grounds, ofText)] as const)
    .filter(([, colour], at) => colour !== usual[at]?.[1]);
  return {
    ...Object.fromEntries(others),
    ...(isDark === (scheme === 'dark') ? {} : { mark: isDark ? '#3d3200' : '#fff1a8' }),
  };
}

/** The lightness nearest to the default at which all eight colours are readable. */
function lightnessFor(grounds: readonly string[], c: number, isDark: boolean): number {
  const [from, step] = isDark ? [0.78, 0.01] : [0.5, -0.01];
  for (let l = from; l > 0 && l < 1; l += step) {
    if (hues.every((h) => grounds.every((ground) => contrast(fromOklch({ l, c, h }), ground) >= ofText)))
      return Number(l.toFixed(2));
  }
  return isDark ? 1 : 0;
}

export function categoryColours({ colours: { categories } }: Look, tokens: Tokens): string[] {
  if (!Array.isArray(categories)) return [];
  const own = (categories as readonly string[]).map((colour) =>
    mended(colour, [tokens.paper ?? '#fff', tokens['paper-2'] ?? '#fff'], ofText),
  );
  return hues.map((_hue, place) => own[place % own.length] ?? '#000');
}

/** Backgrounds of parts that are dark in both schemes: the video band (`blocks/video-band/styles.css`) and rows with background `ink`. */
export const bandGrounds = ['#191e24', '#20262d'] as const;

/**
 * Custom category colours by slug, as CSS with a readable colour for each scheme. It follows `color-scheme` and can be
 * used inline, so that no style sheet depends on the categories of a page.
 */
export function ownCategoryColours(look: Look): ReadonlyMap<string, string> {
  const [light, dark] = [schemeTokens(look, 'light'), schemeTokens(look, 'dark')];
  const groundsOf = (tokens: Tokens) => [tokens.paper ?? '#fff', tokens['paper-2'] ?? '#fff'];
  const isDark =
    contrast(groundsOf(dark)[0] ?? '#000', '#fff') > contrast(groundsOf(dark)[0] ?? '#000', '#000');
  return new Map(
    Object.entries(look.colours.category).map(([slug, colour]) => {
      const seen = [
        mended(colour, groundsOf(light), ofText),
        mended(colour, [...groundsOf(dark), ...(isDark ? bandGrounds : [])], ofText),
      ];
      return [slug, `light-dark(${seen.join()})`] as const;
    }),
  );
}
