import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { classNames, flag, text, wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** Twelfths of the row on each kind of screen. */
  desktop: wholeNumber(12, 1, 12),
  tablet: wholeNumber(12, 1, 12),
  phone: wholeNumber(12, 1, 12),
  /** Pixels between the blocks inside. */
  gap: wholeNumber(32, 0, 200),
  /** Screens on which it sticks while the page scrolls: `desktop`, `landscape`, `portrait`, `phone`, with commas between them; `site`: this and the two below are as the site's settings say. */
  'sticky-enabled-on': text('', 60),
  /** Pixels from the top of the window; more where a stuck menu would be in the way. */
  'sticky-offset': wholeNumber(20, 0, 1000),
  /** On: as wide as its place; off: as wide as a sidebar on that screen. */
  'sticky-is-width-auto': flag(true),
  className: classNames(),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/column',
  title: 'Column',
  category: 'layout',
  icon: 'M8 4h8v16H8V4Z',
  settings,
  version: 1,
  container: true,
});
