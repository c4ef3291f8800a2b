import { z } from 'zod';
import { defineBlock } from '../block.ts';

const settings = z.object({});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/post-author-box',
  title: 'Author box',
  description:
    'Profile picture, biography and social profiles of each author of the article. Authors without a biography or profiles are left out.',
  category: 'single',
  keywords: ['biography', 'profile', 'writer'],
  icon: 'M4 5h16v14H4V5Zm5 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm-3 8h6c0-2-1.5-3-3-3s-3 1-3 3Zm8-7h4v1.5h-4V9Z',
  settings,
  version: 1,
  example: {},
});
