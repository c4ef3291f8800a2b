import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text, wording } from '../setting-types.ts';

const settings = z.object({
  label: text({
    default: wording('dark'),
    max: 40,
    group: 'Content',
    title: 'Label',
    help: 'In the header on phones, only screen readers get it.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/dark-switch',
  title: 'Dark mode switch',
  description: 'Turns dark mode on and off. Shows nothing if the site’s settings hide it.',
  category: 'header',
  keywords: ['dark mode', 'night', 'colors', 'colours'],
  icon: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9Z',
  settings,
  version: 1,
  example: {},
});
