import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { wording } from '../setting-types.ts';

const settings = z.object({
  label: wording('dark', 40),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/dark-switch',
  title: 'Dark switch',
  category: 'header',
  icon: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z',
  settings,
  version: 1,
});
