import { z } from 'zod';
import { readPatternBlock } from '../../modules/patterns/expand-patterns.ts';
import { defineCoreBlock } from './core-block.ts';

/** A synced pattern: its content without a wrapper. */
export const block = defineCoreBlock({
  name: 'core/block',
  showsPosts: true,
  attributes: {
    ref: z.unknown().optional(),
    content: z.unknown().optional(),
    overrides: z.unknown().optional(),
  }, // `readPatternBlock` reads them
  load: async (settings, context) => {
    const place = readPatternBlock(settings);
    return place && context.renderDocument({ pattern: place.ref, overrides: place.overrides });
  },
});
