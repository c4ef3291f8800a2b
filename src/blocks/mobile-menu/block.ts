import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { text, wording } from '../setting-types.ts';

const settings = z.object({
  label: text({
    default: wording('menu'),
    max: 40,
    group: 'Content',
    title: 'Label',
    help: 'Label of the button, and of the menu for screen readers.',
  }),
});
export type Settings = z.output<typeof settings>;

export const block = defineBlock({
  name: 'broadsheet/mobile-menu',
  title: 'Mobile menu',
  description: 'The button that opens the menu on phones. The blocks inside appear below the menu items.',
  category: 'header',
  keywords: ['hamburger', 'navigation', 'phone'],
  icon: 'M7 2h10v20H7V2Zm2 4h6v1.5H9V6Zm0 4h6v1.5H9V10Zm0 4h6v1.5H9V14Z',
  ancestor: ['broadsheet/header'],
  allowedBlocks: [
    'broadsheet/account-link',
    'broadsheet/consent-link',
    'broadsheet/dark-switch',
    'broadsheet/nav-menu',
    'broadsheet/search',
  ],
  settings,
  version: 1,
  container: true,
  example: { innerBlocks: [{ name: 'broadsheet/dark-switch' }], viewportWidth: 400 },
});
