import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/header',
  title: 'Header',
  category: 'header',
  icon: 'M3 5h18v5H3V5Zm0 7h18v1.5H3V12Z',
  settings,
  version: 1,
  container: true,
});
