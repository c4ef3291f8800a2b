import { contrast, fromOklch, mended, mix, readableOn } from '../colour.ts';
import type { Look } from './looks.ts';

/** Lowest contrasts: of text, and of lines and icons (WCAG 1.4.3 and 1.4.11). */
const ofText = 4.5;
const ofLines = 3;

/** Hues of the eight colours of categories (tokens.css). */
const hues = [252, 27, 150, 300, 55, 195, 350, 105];

/** What the colours of a look become in one scheme: names of tokens, without their dashes, and values that are to be read on each of the grounds. */
export type Tokens = Readonly<Record<string, string>>;

/** Every colour of one scheme, mended until it can be read. Of `accent-l` and `accent-c`, lightness and chroma of the colours of categories. */
export function schemeTokens({ colours }: Look, scheme: 'light' | 'dark'): Tokens {
  const { paper, surface: wanted, ink: wantedInk, accent = colours.accent } = colours[scheme];
  // A second ground on which nothing can be read that can be on the first one is none.
  const surface = contrast(paper, wanted) > 1.6 ? mix(wanted, 0.12, paper) : wanted;
  const grounds = [paper, surface];
  const ink = mended(wantedInk, grounds, 7);
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

/** What warns and what went well, where those of tokens.css can't be read; the mark is a ground. */
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

/** The lightness nearest to the usual one at which all eight colours can be read. */
function lightnessFor(grounds: readonly string[], c: number, isDark: boolean): number {
  const [from, step] = isDark ? [0.78, 0.01] : [0.5, -0.01];
  for (let l = from; l > 0 && l < 1; l += step) {
    if (hues.every((h) => grounds.every((ground) => contrast(fromOklch({ l, c, h }), ground) >= ofText)))
      return Number(l.toFixed(2));
  }
  return isDark ? 1 : 0;
}

/** Colours of categories in one scheme, by place; empty where they are the eight of `accent-l`. */
export function categoryColours({ colours: { categories } }: Look, tokens: Tokens): string[] {
  if (!Array.isArray(categories)) return [];
  const own = (categories as readonly string[]).map((colour) =>
    mended(colour, [tokens.paper ?? '#fff', tokens['paper-2'] ?? '#fff'], ofText),
  );
  return hues.map((_hue, place) => own[place % own.length] ?? '#000');
}

/** Grounds of what is dark in both schemes: the band of videos (`blocks/video-band/styles.css`), a row with the ground `ink`. */
export const bandGrounds = ['#191e24', '#20262d'] as const;

/**
 * Colours of categories of which somebody said one, by slug: CSS that is one colour in the light scheme and one in the dark, each mended until it can be read.
 * It follows `color-scheme`, so that it stands in the markup of a category and no sheet has to know which of them are on a page.
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
