import { z } from 'zod';

/** What a look says of a font file of the site's own: facts of the file alone, which nobody types. */
export const fontFile = z.strictObject({
  /** Below `fonts/` of the uploads: named by what is in it. */
  file: z.string().regex(/^[0-9a-f]{32}\.woff2$/),
  /** For people. */
  family: z.string().max(80),
  style: z.enum(['normal', 'italic']),
  weights: z.tuple([z.int().min(1).max(1000), z.int().min(1).max(1000)]),
  /** Letters that are fetched from it, as CSS says them; no other file of its style and weights before it has them. */
  range: z.string().max(2000).regex(/^U\+[0-9A-F]{1,6}(?:-[0-9A-F]{1,6})?(?:,U\+[0-9A-F]{1,6}(?:-[0-9A-F]{1,6})?)*$/),
});

/** A font file of a look. */
export type FontFile = z.output<typeof fontFile>;

/** Most files for headlines, and for everything else. */
export const mostFontFiles = 12;

const files = z.array(fontFile).min(1).max(mostFontFiles);

/** Fonts of the site's own, by what is set in them. What they have no letters for is of the pair of fonts. */
export const ownFonts = z.strictObject({ headlines: files, text: files }).partial();

/** Of a look; a part that is left out is of the pair. */
export type OwnFonts = z.output<typeof ownFonts>;

/** Where a file is served. */
export const fontPath = (file: string): string => `/wp-content/uploads/fonts/${file}`;

/** Most stretches of letters that a page says of a file: where there are more, the nearest ones are taken together. */
const mostStretches = 60;

type Stretch = readonly [number, number];

/** Without the code points of others; both rise. */
function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  return others.reduce<Stretch[]>((left, [from, to]) => left.flatMap(([first, last]): Stretch[] => {
    if (to < first || from > last) return [[first, last]];
    return [...(first < from ? [[first, from - 1] as const] : []), ...(last > to ? [[to + 1, last] as const] : [])];
  }), [...stretches]);
}

/** The letters as `unicode-range` says them, without those of `known`; empty where nothing is left. */
export function rangeOf(letters: readonly Stretch[], known: readonly Stretch[] = []): string {
  const left = without(letters, known).map(([from, to]): [number, number] => [from, to]);
  while (left.length > mostStretches) {
    let at = 1;
    const gap = (index: number) => (left[index]?.[0] ?? 0) - (left[index - 1]?.[1] ?? 0);
    for (let index = 2; index < left.length; index++) if (gap(index) < gap(at)) at = index;
    const [[, end = 0] = []] = left.splice(at, 1);
    const before = left[at - 1];
    if (before) before[1] = end;
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return left.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join();
}
