import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { checkboxes, classNames, number, select, toggle } from '../setting-types.ts';

const widths = { min: 1, max: 12, group: 'Layout' } as const;

const settings = z.object({
  desktop: number({
    ...widths,
    default: 12,
    title: 'Width on desktops',
    help: 'Twelfths of the row on screens from 1019 px on.',
  }),
  tablet: number({
    ...widths,
    default: 12,
    title: 'Width on tablets',
    help: 'Twelfths of the row on screens of 768 to 1018 px.',
  }),
  phone: number({
    ...widths,
    default: 12,
    title: 'Width on phones',
    help: 'Twelfths of the row on screens below 768 px.',
  }),
  gap: number({ default: 32, min: 0, max: 200, unit: 'px', group: 'Layout', title: 'Space between blocks' }),
  align: select({
    default: '',
    group: 'Layout',
    title: 'Alignment',
    help: 'Alignment of titles, bylines and other text.',
    options: { '': 'At the start', centre: 'In the middle' },
  }),
  'sticky-enabled-on': checkboxes({
    max: 60,
    group: 'Layout',
    title: 'Sticky on',
    help: 'Screens on which the column stays in view while the page scrolls.',
    options: {
      site: 'Site default, including offset and width',
      desktop: 'Desktops, from 1141 px',
      landscape: 'Tablets in landscape, 1019 to 1140 px',
      portrait: 'Tablets in portrait, 768 to 1018 px',
      phone: 'Phones, below 768 px',
    },
  }),
  'sticky-offset': number({
    default: 20,
    min: 0,
    max: 1000,
    unit: 'px',
    group: 'Layout',
    title: 'Sticky offset',
    help: 'Distance from the top of the window. Larger if a sticky menu would cover the column.',
  }),
  'sticky-is-width-auto': toggle({
    default: true,
    group: 'Layout',
    title: 'Keep width when sticky',
    help: 'When off, a sticky column is at most as wide as a sidebar on that screen.',
  }),
  className: classNames(),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/column',
  title: 'Column',
  description:
    'A column of a row, or on its own, with a width for each kind of screen. It can stay in view while the page scrolls.',
  category: 'layout',
  keywords: ['sidebar', 'sticky', 'width'],
  icon: 'M8 4h8v16H8V4Z',
  settings,
  version: 1,
  container: true,
  stylesOf: ({ align }) => (align ? ['column-centred'] : []),
  example: {
    attributes: { desktop: 6 },
    innerBlocks: [
      { name: 'broadsheet/post-list', attributes: { style: 'thumbs', limit: 3, td_column_number: 1 } },
    ],
  },
});
