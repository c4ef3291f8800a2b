import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/background-ad',
  title: 'Background ad',
  description:
    'A picture behind the page whose clicks lead to the advertiser. It is below every page by itself, where the site’s settings name a link.',
  category: 'marketing',
  keywords: ['advertising', 'skin'],
  icon: 'M3 4h18v16H3V4Zm4 2v12h10V6H7Z',
  supports: { inserter: false },
  settings,
  version: 1,
});
