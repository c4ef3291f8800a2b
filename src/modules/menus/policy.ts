import type { Permission, Actor } from '../../kernel/permission.ts';
import { mayWriteAnything } from '../posts/index.ts';
import { can } from '../users/index.ts';

export function mayEditMenus(actor: Actor | undefined): boolean {
  return can(actor, 'edit_theme_options');
}

/** Users who write posts of any type can read menus, to link to their targets. */
export function mayReadMenus(actor: Actor): boolean {
  return mayEditMenus(actor) || mayWriteAnything(actor);
}

/** Permission of commands; the routes check the same with WordPress' messages (`menuPermissions`). */
export const changeMenus: Permission<unknown> = {
  code: 'rest_forbidden',
  message: 'Sorry, you are not allowed to edit menus.',
  capability: 'edit_theme_options',
  test: mayEditMenus,
};

const readMenus = (what: string): Permission<unknown> => ({
  code: 'rest_cannot_view',
  message: `Sorry, you are not allowed to view ${what}.`,
  capability: 'edit_posts',
  test: mayReadMenus,
});
const editMenus = (code: string, message: string): Permission<unknown> => ({
  code,
  message: `Sorry, you are not allowed to ${message}.`,
  capability: 'edit_theme_options',
  test: mayEditMenus,
});

export const menuPermissions = {
  menus: {
    read: readMenus('menus'),
    edit: editMenus('rest_forbidden_context', 'edit terms in this taxonomy'),
    create: editMenus('rest_cannot_create', 'create terms in this taxonomy'),
    update: editMenus('rest_cannot_update', 'edit this term'),
    remove: editMenus('rest_cannot_delete', 'delete this term'),
  },
  items: {
    read: readMenus('menu items'),
    edit: editMenus('rest_forbidden_context', 'edit posts in this post type'),
    create: editMenus('rest_cannot_create', 'create posts as this user'),
    update: editMenus('rest_cannot_edit', 'edit this post'),
    remove: editMenus('rest_cannot_delete', 'delete this post'),
  },
  locations: { read: readMenus('menu locations') },
} as const;
