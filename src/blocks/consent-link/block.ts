import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/consent-link',
  title: 'Privacy choices',
  description:
    'Opens the reader’s privacy choices again. Shows nothing if the site does not ask for consent.',
  category: 'footer',
  keywords: ['privacy', 'cookies', 'consent', 'gdpr'],
  icon: 'M12 3 5 6v5c0 4.5 3 8.3 7 10 4-1.7 7-5.5 7-10V6l-7-3Zm-1 12-3-3 1.1-1.1 1.9 1.9 4-4L16.1 10 11 15Z',
  settings,
  version: 1,
  example: {},
});
