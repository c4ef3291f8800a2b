import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text } from '../setting-types.ts';

const settings = z.object({
  area: text({
    default: 'sidebar',
    max: 60,
    group: 'Content',
    title: 'Area',
    help: 'Name of the area on the Widgets screen: sidebar, footer-1, footer-2, footer-3 or a name of your own, in lower-case letters, digits and hyphens.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/widget-area',
  title: 'Widget area',
  description:
    'Blocks that are edited on the Widgets screen. Until the area is edited there, templates show the blocks inside.',
  category: 'archive',
  keywords: ['sidebar', 'footer', 'widgets'],
  icon: 'M4 4h16v16H4V4Zm2 2v3h12V6H6Zm0 5v7h5v-7H6Zm7 0v7h5v-7h-5Z',
  settings,
  version: 1,
  container: true,
  example: { innerBlocks: [{ name: 'broadsheet/trending' }] },
});
