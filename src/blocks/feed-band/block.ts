import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { flag, text, wording } from '../setting-types.ts';

const settings = z.object({
  /** Empty: `Follow`, and the name of the site. */
  custom_title: text('', 200),
  custom_text: wording('feed_text', 500),
  /** Links the feeds of the biggest categories too. */
  show_sections: flag(true),
});
export type Settings = z.output<typeof settings>;

/** Says how to follow the site: by its feed, and those of its biggest categories. */
export const block = defineBlock({
  name: 'broadsheet/feed-band',
  title: 'Follow by feed',
  category: 'marketing',
  icon: 'M5 4a15 15 0 0 1 15 15h-3A12 12 0 0 0 5 7V4Zm0 6a9 9 0 0 1 9 9h-3a6 6 0 0 0-6-6v-3Zm2 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  settings,
  version: 1,
});
