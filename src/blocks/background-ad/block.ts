import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/background-ad',
  title: 'Background ad',
  description:
    'An image behind the page that links to the advertiser. Added to every page automatically if the site’s settings contain a link.',
  category: 'marketing',
  keywords: ['advertising', 'skin'],
  icon: 'M3 4h18v16H3V4Zm4 2v12h10V6H7Z',
  supports: { inserter: false },
  settings,
  version: 1,
});
