import { registeredTaxonomies, registeredTypes } from '../../modules/types/registry.ts';

export type Noun = readonly [one: string, many: string];

const nouns: Readonly<Record<string, Noun>> = {
  users: ['user', 'users'],
  comments: ['comment', 'comments'],
  media: ['file', 'files'],
  menus: ['menu', 'menus'],
  'menu-items': ['menu item', 'menu items'],
  revisions: ['revision', 'revisions'],
  autosaves: ['autosave', 'autosaves'],
  'application-passwords': ['application password', 'application passwords'],
  search: ['result', 'results'],
  types: ['post type', 'post types'],
  taxonomies: ['taxonomy', 'taxonomies'],
  statuses: ['status', 'statuses'],
  themes: ['theme', 'themes'],
  'menu-locations': ['menu location', 'menu locations'],
  'block-types': ['block type', 'block types'],
  'block-renderer': ['block', 'blocks'],
  roles: ['role', 'roles'],
  redirects: ['redirect', 'redirects'],
  'missing-pages': ['path', 'paths'],
  templates: ['template', 'templates'],
  'media-folders': ['folder', 'folders'],
  'template-changes': ['change', 'changes'],
  'term-tree': ['term', 'terms'],
  confirmations: ['confirmation', 'confirmations'],
  'global-styles': ['global styles', 'global styles'],
  'template-parts': ['template part', 'template parts'],
  sidebars: ['sidebar', 'sidebars'],
  widgets: ['widget', 'widgets'],
  'widget-types': ['widget type', 'widget types'],
  plugins: ['plugin', 'plugins'],
  patterns: ['pattern', 'patterns'],
  'font-families': ['font family', 'font families'],
  'font-faces': ['font face', 'font faces'],
  'font-collections': ['font collection', 'font collections'],
  sessions: ['session', 'sessions'],
  invitations: ['invitation', 'invitations'],
};
export const anyItem: Noun = ['item', 'items'];

export function nounOf(part: string): Noun | undefined {
  const definition = [...registeredTypes(), ...registeredTaxonomies()].find(
    ({ restBase }) => restBase === part,
  );
  return (
    nouns[part] ??
    (definition && [definition.labels.singular.toLowerCase(), definition.labels.plural.toLowerCase()])
  );
}
