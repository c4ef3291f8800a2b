import { definePostType } from './post-type.ts';
import type { PostType } from './post-type.ts';

/** Types of WordPress' site editor. Menu items have routes here; the collections of the others are empty. */
export const siteEditorTypes: readonly PostType[] = (
  [
    ['nav_menu_item', 'menu-items', 'Navigation Menu Items', 'Navigation Menu Item', []],
    [
      'wp_template',
      'templates',
      'Templates',
      'Template',
      ['title', 'excerpt', 'editor', 'revisions', 'author'],
    ],
    [
      'wp_template_part',
      'template-parts',
      'Template Parts',
      'Template Part',
      ['title', 'excerpt', 'editor', 'revisions', 'author'],
    ],
    ['wp_global_styles', 'global-styles', 'Global Styles', 'Global Style', ['title', 'editor', 'revisions']],
    ['wp_font_family', 'font-families', 'Font Families', 'Font Family', ['title']],
    [
      'wp_font_face',
      'font-families/(?P<font_family_id>[\\d]+)/font-faces',
      'Font Faces',
      'Font Face',
      ['title'],
    ],
  ] as const
).map(([name, restBase, plural, singular, supports]) =>
  definePostType({
    name,
    restBase,
    labels: { plural, singular },
    supports,
    isPublic: false,
    capability: 'edit_theme_options',
  }),
);
