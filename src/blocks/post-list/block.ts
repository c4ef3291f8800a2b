import { defineBlock } from '../block.ts';
import { listStylesOf, postListSettings } from './settings.ts';

export const block = defineBlock({
  name: 'broadsheet/post-list',
  title: 'Post list',
  description:
    'Posts in one of several styles: the newest, or those of a category, a tag, an author or of your choice.',
  category: 'listing',
  keywords: ['articles', 'news', 'query', 'grid'],
  icon: 'M3 4h7v7H3V4Zm9 1h9v1.5h-9V5Zm0 4h9v1.5h-9V9ZM3 13h7v7H3v-7Zm9 1h9v1.5h-9V14Zm0 4h9v1.5h-9V18Z',
  settings: postListSettings,
  showsPosts: true,
  version: 1,
  stylesOf: listStylesOf,
  wireNames: {
    td_block_1: { style: 'cards' },
    td_block_2: { style: 'list' },
    td_block_3: { style: 'compact' },
    td_block_4: { style: 'ranks' },
    td_block_5: { style: 'reel' },
    td_block_6: { style: 'lead' },
    td_block_7: { style: 'thumbs' },
    td_block_8: { style: 'wire' },
  },
  example: { attributes: { limit: 3 } },
});
