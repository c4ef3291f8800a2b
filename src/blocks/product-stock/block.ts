import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  shows_sku: toggle({
    default: true,
    group: 'Content',
    title: 'Show the SKU',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/product-stock',
  title: 'Product stock',
  description: 'Whether the product is in stock, and its SKU (stock keeping unit).',
  category: 'single',
  keywords: ['shop', 'sku', 'available', 'inventory'],
  icon: 'M4 7l8-4 8 4v10l-8 4-8-4V7Zm2 1.800v7l5 2.500v-7l-5-2.500Zm12 0-5 2.500v7l5-2.500v-7Z',
  settings,
  version: 1,
  example: {},
});
