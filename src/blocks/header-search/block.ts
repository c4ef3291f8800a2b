import { defineBlock } from '../block.ts';
import { searchSettings } from '../search-settings.ts';

export const block = defineBlock({
  name: 'broadsheet/header-search',
  title: 'Header search',
  description: 'The search in the header: an icon that opens a search field with live results.',
  category: 'header',
  keywords: ['find', 'live search', 'icon'],
  icon: 'M10 2a8 8 0 1 0 4.9 14.3l5.4 5.4 1.4-1.4-5.4-5.4A8 8 0 0 0 10 2zm0 2a6 6 0 1 1 0 12 6 6 0 0 1 0-12z',
  ancestor: ['broadsheet/header'],
  version: 1,
  settings: searchSettings,
  example: {},
});
