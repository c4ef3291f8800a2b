import { navigationType } from './names.ts';
import { definePostType } from './post-type.ts';

export const navigation = definePostType({
  name: navigationType,
  labels: { plural: 'Navigation menus', singular: 'Navigation menu' },
  icon: 'dashicons-menu',
  isPublic: false,
  isToldToAll: true,
  restBase: 'navigation',
  capability: 'edit_theme_options',
  supports: ['title', 'editor', 'revisions'],
});
