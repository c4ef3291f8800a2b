import { isTypeCapability, typeCapabilities } from '../types/index.ts';
import type { Actor } from '../../kernel/permission.ts';

/** WordPress' capabilities, and our `edit_templates`: template panels and composer. */
export const capabilities = [
  'read',
  'edit_posts',
  'edit_others_posts',
  'edit_published_posts',
  'edit_private_posts',
  'publish_posts',
  'read_private_posts',
  'delete_posts',
  'delete_others_posts',
  'delete_published_posts',
  'delete_private_posts',
  'edit_pages',
  'edit_others_pages',
  'edit_published_pages',
  'edit_private_pages',
  'publish_pages',
  'read_private_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_private_pages',
  'upload_files',
  'unfiltered_html',
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'edit_templates',
  'manage_options',
  'edit_theme_options',
  'customize',
  'switch_themes',
  'edit_themes',
  'install_themes',
  'update_themes',
  'delete_themes',
  'activate_plugins',
  'edit_plugins',
  'install_plugins',
  'update_plugins',
  'delete_plugins',
  'edit_files',
  'edit_dashboard',
  'update_core',
  'import',
  'export',
  'list_users',
  'create_users',
  'edit_users',
  'promote_users',
  'remove_users',
  'delete_users',
] as const;
export type Capability = (typeof capabilities)[number];

export interface Role {
  readonly name: string;
  readonly label: string;
  /** The capabilities above, and those of types with their own (`types/capabilities.ts`). */
  readonly capabilities: readonly string[];
}

/** The role with all capabilities; a site always has a user with it. */
export const administrator = 'administrator';
/** The role that gets capabilities of new post types, unless it was deleted. */
export const editor = 'editor';

const contributor: readonly Capability[] = ['read', 'edit_posts', 'delete_posts'];
const author: readonly Capability[] = [
  ...contributor,
  'edit_published_posts',
  'publish_posts',
  'delete_published_posts',
  'upload_files',
];
const ofEditors: readonly Capability[] = [
  ...author,
  'edit_others_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_others_posts',
  'delete_private_posts',
  'edit_pages',
  'edit_others_pages',
  'edit_published_pages',
  'edit_private_pages',
  'publish_pages',
  'read_private_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_private_pages',
  'unfiltered_html',
  'moderate_comments',
  'manage_categories',
  'manage_links',
  'edit_templates',
];

export const defaultRoles: readonly Role[] = [
  { name: administrator, label: 'Administrator', capabilities },
  { name: editor, label: 'Editor', capabilities: ofEditors },
  { name: 'author', label: 'Author', capabilities: author },
  { name: 'contributor', label: 'Contributor', capabilities: contributor },
  { name: 'subscriber', label: 'Subscriber', capabilities: ['read'] },
];

const known: ReadonlySet<string> = new Set(capabilities);

export function isCapability(name: string): boolean {
  return known.has(name) || isTypeCapability(name);
}

const names = { cli: 'Command line', import: 'Import' } as const;

/** The command line or an import: an actor without an account and with all capabilities. The log records it as such. */
export function operator(from: 'cli' | 'import' = 'cli'): Actor {
  return {
    id: 0,
    login: '',
    email: '',
    slug: '',
    displayName: names[from],
    url: '',
    bio: '',
    roles: [administrator],
    createdAt: 0,
    revision: 0,
    portrait: '',
    links: [],
    capabilities: new Set([...capabilities, ...typeCapabilities()]),
    from,
  };
}
