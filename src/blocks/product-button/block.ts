import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/product-button',
  title: 'Buy button',
  description: 'A link to the shop that sells the product. Shows nothing for products without such a shop.',
  category: 'single',
  keywords: ['shop', 'buy', 'external', 'affiliate'],
  icon: 'M4 8h16v8H4V8Zm2 2v4h12v-4H6Zm3 1h6v2H9v-2Z',
  settings,
  version: 1,
  example: {},
});
