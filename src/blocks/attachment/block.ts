import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/attachment',
  title: 'Attachment',
  description: 'The image, player or file of an attachment page.',
  category: 'single',
  keywords: ['media', 'image', 'file', 'download'],
  icon: 'M4 4h16v12H4V4Zm2 10h12l-4-5-3 3-2-2-3 4ZM4 18h16v2H4v-2Z',
  settings,
  version: 1,
  example: {},
});
