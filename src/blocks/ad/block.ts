import { z } from 'zod';
import type { AdSlot } from '../../modules/settings/definitions/ads.ts';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  slot: select<AdSlot>({
    default: 'sidebar',
    group: 'Content',
    title: 'Ad slot',
    help: 'The site’s settings define the content of each slot.',
    options: {
      header: 'Header',
      article_top: 'Article top',
      article_inline: 'Article inline',
      article_bottom: 'Article bottom',
      sidebar: 'Sidebar',
      footer: 'Footer',
    },
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/ad',
  title: 'Ad slot',
  description: 'One of the site’s ad slots. Shows nothing if neither ad code nor a house ad is set.',
  category: 'marketing',
  keywords: ['advertising', 'banner', 'sponsor'],
  icon: 'M3 6h18v12H3V6Zm2 2v8h14V8H5Zm2 2h6v1.5H7V10Zm0 3h4v1.5H7V13Z',
  settings,
  version: 1,
  example: { attributes: { slot: 'sidebar' }, viewportWidth: 400 },
});
