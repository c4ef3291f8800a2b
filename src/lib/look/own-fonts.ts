import { z } from 'zod';

/** Facts about a custom font file, all derived from the file. */
export const fontFile = z.strictObject({
  /** Below `fonts/` in the uploads folder; the name is a hash of the content. */
  file: z.string().regex(/^[0-9a-f]{32}\.woff2$/),
  /** For display only. */
  family: z.string().max(80),
  style: z.enum(['normal', 'italic']),
  weights: z.tuple([z.int().min(1).max(1000), z.int().min(1).max(1000)]),
  /** CSS `unicode-range` of the file; excludes characters of earlier files with the same style and weights. */
  range: z
    .string()
    .max(2000)
    .regex(/^U\+[0-9A-F]{1,6}(?:-[0-9A-F]{1,6})?(?:,U\+[0-9A-F]{1,6}(?:-[0-9A-F]{1,6})?)*$/),
});

export type FontFile = z.output<typeof fontFile>;

export const maxFontFiles = 12;

const files = z.array(fontFile).min(1).max(maxFontFiles);

/** Custom fonts for headings and text. Missing characters come from the font pair. */
export const ownFonts = z.strictObject({ headlines: files, text: files }).partial();

/** A missing part uses the font pair. */
export type OwnFonts = z.output<typeof ownFonts>;
