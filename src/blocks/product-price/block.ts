import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { select } from '../setting-types.ts';

const settings = z.object({
  tone: select({
    default: '',
    options: { '': 'Text', large: 'Large' },
    group: 'Style',
    title: 'Size',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/product-price',
  title: 'Product price',
  description: 'The price of the product, with the former one during a sale. Shows nothing without a price.',
  category: 'single',
  keywords: ['shop', 'sale', 'money', 'cost'],
  icon: 'M12 4h8v8l-8.5 8.5L3.5 12.500 12 4Zm4 2.500a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3Z',
  settings,
  version: 1,
  example: {},
});
