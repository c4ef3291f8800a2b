import { z } from 'zod';
import type { MediaSizes } from './media.ts';

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
  }),
);

/** Reads the column, without what is of before an edit. */
export const parseSizes = (text: string): MediaSizes => sizesIn(text, false);

/** Files of before the picture was edited at the site that it came from, by their names: the whole one, and sizes of it. */
export const parseFormer = (text: string): MediaSizes => sizesIn(text, true);

/** What is not as it should be counts as no sizes, since the original is still there. */
function sizesIn(text: string, former: boolean): MediaSizes {
  if (text === '{}' || text === '') return {};
  try {
    const all = sizesSchema.safeParse(JSON.parse(text)).data ?? {};
    return Object.fromEntries(Object.entries(all).filter(([, size]) => (size.former ?? false) === former));
  } catch {
    return {}; // not JSON: an old import's fault, and no reason to fail a page
  }
}
