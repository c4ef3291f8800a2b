import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { textarea } from '../setting-types.ts';

const settings = z.object({
  code: textarea({
    max: 50_000,
    group: 'Content',
    title: 'Code',
    help: 'Shown and copied unchanged. Leave empty to hide the box.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/copy-code',
  title: 'Copy-code box',
  description: 'Code that readers copy with one click after a countdown.',
  category: 'media',
  keywords: ['code', 'clipboard', 'snippet', 'coupon'],
  icon: 'M8 6 2 12l6 6 1.4-1.4L4.8 12l4.6-4.6L8 6Zm8 0-1.4 1.4L19.2 12l-4.6 4.6L16 18l6-6-6-6Z',
  settings,
  version: 1,
  example: { attributes: { code: 'npm start' } },
});
