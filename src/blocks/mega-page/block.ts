import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { reference } from '../setting-types.ts';
import { pageType } from '../../modules/types/names.ts';

const settings = z.object({
  page_id: reference({
    control: 'post',
    postType: pageType,
    group: 'Content',
    title: 'Page',
    help: 'The page whose content is shown.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/mega-page',
  title: 'Page mega menu',
  description: 'The content of a page, as wide as the menu. Opened by menu items with a page mega menu.',
  category: 'header',
  keywords: ['dropdown', 'submenu'],
  icon: 'M3 4h18v3H3V4Zm0 5h18v11H3V9Z',
  supports: { inserter: false },
  settings,
  version: 1,
});
