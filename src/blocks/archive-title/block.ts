import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { toggle } from '../setting-types.ts';

const settings = z.object({
  show_description: toggle({
    default: true,
    group: 'Content',
    title: 'Description',
    help: 'Shows the description of a term, or the biography of an author, on the first page.',
  }),
  show_subcategories: toggle({
    default: true,
    group: 'Content',
    title: 'Subcategories',
    help: 'Links to the direct subcategories that have posts.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/archive-title',
  title: 'Archive title',
  description:
    'Name of the category, tag, author or date whose posts are shown, with its description and subcategories.',
  category: 'archive',
  keywords: ['heading', 'category', 'tag', 'author'],
  icon: 'M4 5h16v3H4V5Zm0 5h10v2H4v-2Z',
  settings,
  version: 1,
  example: {},
});
