import { z } from 'zod';
import { cardStyles } from '../../lib/cards.ts';
import type { CardShape } from '../../lib/cards.ts';
import type { FieldDirection } from '../../modules/fields/list-by-field.ts';
import { bigGridLabels, bigGridStyles } from '../big-grid/block.ts';
import type { BigGrid } from '../big-grid/block.ts';
import { defineBlock } from '../block.ts';
import { number, select, text, toggle } from '../setting-types.ts';

const settings = z.object({
  style: select({
    default: 'list',
    group: 'Layout',
    title: 'List style',
    options: {
      cards: 'Cards: images above',
      list: 'List: images at the side',
      compact: 'Headlines',
      thumbs: 'Small square images',
      wire: 'Wire: date first',
    },
  }),
  opening: select<BigGrid | ''>({
    default: '',
    group: 'Layout',
    title: 'Opening grid',
    help: 'A grid of large images at the start of the first page, if there are enough posts.',
    options: { '': 'None', ...bigGridLabels },
  }),
  custom_title: text({
    max: 200,
    group: 'Content',
    title: 'Custom title',
    help: 'Heading of the list. Leave empty for none.',
  }),
  card_fields: text({
    max: 500,
    group: 'Content',
    title: 'Fields on cards',
    help: 'Names of custom fields, separated by commas. Their values replace author and date.',
  }),
  show_price: toggle({
    default: false,
    group: 'Content',
    title: 'Prices',
    help: 'Shows the prices of products instead of author and date. Cards then have no excerpt.',
  }),
  order_field: text({
    max: 64,
    group: 'Filter',
    title: 'Order by field',
    help: 'Name of a custom field that is a column of the type’s lists. Leave empty to order by publishing date.',
  }),
  order_direction: select<FieldDirection>({
    default: 'up',
    group: 'Filter',
    title: 'Direction',
    options: {
      up: 'Ascending',
      down: 'Descending',
      upcoming: 'Upcoming dates first, then past ones',
    },
  }),
  big_first: toggle({
    default: false,
    group: 'Layout',
    title: 'Large first post',
    help: 'Shows the newest post of the first page large if it has an image.',
  }),
  td_column_number: number({
    default: 3,
    min: 1,
    max: 4,
    group: 'Layout',
    title: 'Columns',
    help: 'Posts side by side on wide screens, if the style has room for them.',
  }),
  limit: number({
    default: 0,
    min: 0,
    max: 50,
    group: 'Filter',
    title: 'Number of posts',
    help: 'Posts on a page. 0 means the site’s default.',
  }),
  once: toggle({
    default: false,
    group: 'Filter',
    title: 'No duplicates',
    help: 'Excludes posts shown by blocks above, on all pages. Meant for the list at the end of a homepage.',
  }),
  least: number({
    default: 6,
    min: 1,
    max: 50,
    group: 'Filter',
    title: 'Minimum posts on the first page',
    help: 'With “No duplicates”, the first page has as many posts as the site’s settings allow, but at least this number.',
  }),
});
export type Settings = z.output<typeof settings>;

export const archiveShapes = {
  cards: 'grid',
  list: 'list',
  compact: 'text',
  thumbs: 'thumb',
  wire: 'text',
} as const satisfies Readonly<Record<Settings['style'], CardShape>>;

export const block = defineBlock({
  name: 'broadsheet/archive-loop',
  title: 'Archive list',
  description: 'The posts of the current category, tag, author, date, search or homepage, with pagination.',
  category: 'archive',
  keywords: ['loop', 'posts', 'query', 'blog'],
  icon: 'M3 4h5v5H3V4Zm7 1h11v1.5H10V5ZM3 11h5v5H3v-5Zm7 1h11v1.5H10V12Z',
  settings,
  showsPosts: true,
  version: 1,
  stylesOf: ({ style, big_first: isBig, opening, show_price: hasPrices }) => [
    ...(opening ? bigGridStyles(opening) : []),
    'list',
    `list-${style}`,
    'card-plate',
    'pager',
    ...(hasPrices ? ['broadsheet/product-price'] : []),
    ...cardStyles(archiveShapes[style], ...(isBig ? ['lead' as const] : [])),
  ],
  example: { attributes: { style: 'list', limit: 3 } },
});
