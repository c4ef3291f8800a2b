import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { number } from '../setting-types.ts';

const settings = z.object({
  columns: number({
    default: 4,
    min: 1,
    max: 8,
    group: 'Layout',
    title: 'Columns',
    help: 'Images side by side on wide screens.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/product-gallery',
  title: 'Product gallery',
  description: 'Further images of the product, which open in a lightbox. Shows nothing without any.',
  category: 'single',
  keywords: ['shop', 'images', 'pictures', 'photos'],
  icon: 'M3 4h18v11H3V4Zm2 2v7h14V6H5ZM3 17h5v3H3v-3Zm6.500 0h5v3h-5v-3Zm6.500 0h5v3h-5v-3Z',
  settings,
  version: 1,
  example: {},
});
