import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

/** The lead picture as large as the window. The blocks inside stand on a plate on it. */
export const block = defineBlock({
  name: 'broadsheet/full-screen-header',
  title: 'Full-screen header',
  category: 'single',
  icon: 'M3 4h18v16H3V4Zm2 9v5h9v-5H5Z',
  settings,
  version: 1,
  container: true,
});
