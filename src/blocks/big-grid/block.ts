import { cardStyles } from '../../lib/cards.ts';
import { defineBlock } from '../block.ts';
import { filterStyles, postCount, postListSettings } from '../post-list/settings.ts';
import { select } from '../setting-types.ts';

export const bigGrids = { 'one-four': 5, three: 3, 'one-two': 3, 'two-three': 5 } as const;
export type BigGrid = keyof typeof bigGrids;

export const bigGridLabels: Readonly<Record<BigGrid, string>> = {
  'one-four': 'One large, four next to it',
  three: 'Three side by side',
  'one-two': 'One large, two next to it',
  'two-three': 'Two above three',
};

export function bigGridStyles(grid: BigGrid): readonly string[] {
  return ['broadsheet/big-grid', 'grid-three', `grid-${grid}`, ...cardStyles('slip', 'grid'), 'card-plate'];
}

export const bigGridSettings = postListSettings.omit({ style: true, td_column_number: true }).extend({
  grid: select<BigGrid>({
    default: 'one-four',
    group: 'Layout',
    title: 'Grid',
    help: 'If there are too few posts for the grid, three are shown side by side.',
    options: bigGridLabels,
  }),
  limit: postCount({
    default: 5,
    max: 5,
    help: 'The grid determines the number of posts. Another number has no effect.',
  }),
});

export const block = defineBlock({
  name: 'broadsheet/big-grid',
  title: 'Big grid',
  description:
    'A few articles with large images. Shows three if there are too few for a grid of five, and nothing if there are fewer than three.',
  category: 'listing',
  keywords: ['mosaic', 'featured', 'hero'],
  icon: 'M3 4h10v16H3V4Zm12 0h6v7h-6V4Zm0 9h6v7h-6v-7Z',
  settings: bigGridSettings,
  showsPosts: true,
  version: 1,
  wireNames: {
    td_block_big_grid_1: { grid: 'one-four' },
    td_block_big_grid_2: { grid: 'three' },
    td_block_big_grid_3: { grid: 'one-two' },
    td_block_big_grid_4: { grid: 'two-three' },
  },
  stylesOf: ({ grid, ...list }) => ['broadsheet/post-list', ...filterStyles(list), ...bigGridStyles(grid)],
  example: { attributes: { grid: 'one-four' } },
});
