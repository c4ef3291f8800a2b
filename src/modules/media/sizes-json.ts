import { z } from 'zod';
import type { MediaSize, MediaSizes } from './media.ts';

const sizesSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    width: z.number(),
    height: z.number(),
    mime: z.string(),
    bytes: z.number().optional(),
    brought: z.boolean().optional(),
    former: z.boolean().optional(),
    original: z.enum(['named', 'found']).optional(),
  }),
);

/** Reads the column, without files of before an edit and the original. */
export const parseSizes = (text: string): MediaSizes =>
  sizesIn(text, ({ former = false, original }) => !former && original === undefined);

/** Files of before the picture was edited at the site that it came from, by their names: the whole one, and sizes of it. */
export const parseFormer = (text: string): MediaSizes => sizesIn(text, ({ former = false }) => former);

/** The file that the picture was scaled down, rotated or converted from. */
export const parseOriginal = (text: string): MediaSize | undefined =>
  Object.values(sizesIn(text, ({ original }) => original !== undefined))[0];

/** Everything but sizes: what stays when sizes are made again. */
export const parseBeside = (text: string): MediaSizes =>
  sizesIn(text, ({ former = false, original }) => former || original !== undefined);

/** The entry of an original among the sizes. */
export const originalEntry = (original: MediaSize): MediaSizes => ({
  [`original:${original.file}`]: original,
});

/** Entries that aren't valid count as no sizes, since the file itself is still there. */
function sizesIn(text: string, isWanted: (size: MediaSize) => boolean): MediaSizes {
  if (text === '{}' || text === '') return {};
  try {
    const all = sizesSchema.safeParse(JSON.parse(text)).data ?? {};
    return Object.fromEntries(Object.entries(all).filter(([, size]) => isWanted(size)));
  } catch {
    return {}; // not JSON: an old import's fault, and no reason to fail a page
  }
}
