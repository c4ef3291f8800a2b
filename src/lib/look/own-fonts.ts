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
  range: z
    .string()
    .max(2000)
    .regex(/^U\+[0-9A-F]{1,6}(?:-[0-9A-F]{1,6})?(?:,U\+[0-9A-F]{1,6}(?:-[0-9A-F]{1,6})?)*$/),
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
