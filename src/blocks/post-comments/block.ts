import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-comments',
  title: 'Comments',
  description: 'The comments of the article, and the form for new ones.',
  category: 'single',
  keywords: ['discussion', 'replies', 'form'],
  icon: 'M4 5h16v11H9l-5 4V5Z',
  settings,
  version: 1,
  onceAPage: true,
  example: {},
});
