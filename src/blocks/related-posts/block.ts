import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { postListSettings } from '../post-list/settings.ts';

/** The theme's related posts: a post list whose settings are what the specification says unless changed. */
const presets = { custom_title: 'Related articles', limit: 6, td_column_number: 3, ajax_pagination: 'next_prev', live_filter: 'cur_post_same_categories', show_excerpt: false } as const;

export const block = defineBlock({
  name: 'broadsheet/related-posts',
  title: 'Related posts',
  category: 'single',
  icon: 'M4 4h6v6H4V4Zm10 0h6v6h-6V4ZM4 14h6v6H4v-6Zm10 0h6v6h-6v-6Z',
  settings: z.preprocess((attributes) => ({ ...presets, ...(typeof attributes === 'object' ? attributes : {}) }), postListSettings),
  version: 1,
  wireNames: ['td_block_related_posts'],
});
