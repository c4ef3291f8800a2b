import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/background-ad',
  title: 'Background ad',
  category: 'marketing',
  icon: 'M3 4h18v16H3V4Zm4 2v12h10V6H7Z',
  settings,
  version: 1,
  silentWithoutData: true,
});
