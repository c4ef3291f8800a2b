import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/colour-choice',
  title: 'Color scheme',
  description:
    'Lets readers choose light, dark or, if the site allows it, the scheme of their system. Shows nothing if the site’s settings hide the dark mode switch.',
  category: 'header',
  keywords: ['dark mode', 'night', 'colors', 'colours', 'scheme'],
  icon: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 2v14a7 7 0 0 1 0-14Z',
  settings,
  version: 1,
  example: {},
});
