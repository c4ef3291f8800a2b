import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { choice, flag, text, wholeNumber } from '../setting-types.ts';

const settings = z.object({
  /** Label; empty: the site's wording for “Trending now”. */
  custom_title: text('', 80),
  limit: wholeNumber(5, 1, 20),
  /** Leaves out what the lead of the front page shows: for the ticker right above it. */
  without_lead: flag(false),
  /** '': as the site's settings say. */
  start: choice(['', 'autostart', 'manual'], ''),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/ticker',
  title: 'Ticker',
  category: 'listing',
  icon: 'M4 9h16v6H4V9Z',
  settings,
  version: 1,
  onceAPage: true,
});
