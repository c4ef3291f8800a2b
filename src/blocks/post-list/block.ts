import { defineBlock } from '../block.ts';
import { listStyles, postListSettings } from './settings.ts';

export const block = defineBlock({
  name: 'broadsheet/post-list',
  title: 'Post list',
  category: 'listing',
  icon: 'M3 4h7v7H3V4Zm9 1h9v1.5h-9V5Zm0 4h9v1.5h-9V9ZM3 13h7v7H3v-7Zm9 1h9v1.5h-9V14Zm0 4h9v1.5h-9V18Z',
  settings: postListSettings,
  version: 1,
  wireNames: Object.fromEntries(listStyles.map((style, index) => [`td_block_${index + 1}`, { style }])),
});
