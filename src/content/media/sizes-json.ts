import { z } from 'zod';
import type { MediaSizes } from './media.ts';

const sizesSchema = z.record(
  z.string(), z.object({ file: z.string(), width: z.number(), height: z.number(), mime: z.string(), brought: z.boolean().optional() }),
);

/** Reads the column; what is not as it should be counts as no sizes, since the original is still there. */
export function parseSizes(text: string): MediaSizes {
  if (text === '{}' || text === '') return {};
  try {
    return sizesSchema.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {}; // not JSON: an old import's fault, and no reason to fail a page
  }
}
