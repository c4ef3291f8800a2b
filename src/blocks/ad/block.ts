import { z } from 'zod';
import { adSlots } from '../../content/settings/definitions/ads.ts';
import { defineBlock } from '../block.ts';
import { choice } from '../setting-types.ts';

const settings = z.object({
  /** Which of the site's slots it is: the settings `ad_{slot}` say what it shows. */
  slot: choice(adSlots, 'sidebar'),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/ad',
  title: 'Ad slot',
  category: 'marketing',
  icon: 'M3 6h18v12H3V6Zm2 2v8h14V8H5Zm2 2h6v1.5H7V10Zm0 3h4v1.5H7V13Z',
  settings,
  version: 1,
  silentWithoutData: true,
});
