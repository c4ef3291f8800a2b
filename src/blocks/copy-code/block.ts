import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text } from '../setting-types.ts';

const settings = z.object({
  /** Plain text; shown as it is. */
  code: text('', 50_000),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/copy-code',
  title: 'Copy-code box',
  category: 'media',
  icon: 'M8 6 2 12l6 6 1.4-1.4L4.8 12l4.6-4.6L8 6Zm8 0-1.4 1.4L19.2 12l-4.6 4.6L16 18l6-6-6-6Z',
  settings,
  version: 1,
});
