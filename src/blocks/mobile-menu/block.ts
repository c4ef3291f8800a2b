import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { wording } from '../setting-types.ts';

const settings = z.object({
  label: wording('menu', 40),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/mobile-menu',
  title: 'Mobile menu',
  category: 'header',
  icon: 'M7 2h10v20H7V2Zm2 4h6v1.5H9V6Zm0 4h6v1.5H9V10Zm0 4h6v1.5H9V14Z',
  settings,
  version: 1,
  container: true,
});
