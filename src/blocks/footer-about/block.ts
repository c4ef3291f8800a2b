import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag } from '../setting-types.ts';

const settings = z.object({
  /** A link to the site's feed below the text. */
  show_feed: flag(true),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/footer-about',
  title: 'About the site',
  category: 'footer',
  icon: 'M4 5h16v2H4V5Zm0 4h16v2H4V9Zm0 4h10v2H4v-2Z',
  settings,
  version: 1,
});
