import type { Permission, Actor } from '../../kernel/permission.ts';
import { mayWriteAnything } from '../posts/index.ts';
import { can } from '../users/index.ts';

/** Whether somebody may make menus, change them and say where they are. */
export function mayEditMenus(actor: Actor | undefined): boolean {
  return can(actor, 'edit_theme_options');
}

/** Whether somebody may look at menus as they are stored: who writes posts of any type links to what is in them. */
export function mayReadMenus(actor: Actor): boolean {
  return mayEditMenus(actor) || mayWriteAnything(actor);
}

/** What commands ask, whatever of menus they change; the routes of menus ask the same in WordPress' words (`menuPermissions`). */
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

/** Who may do what with menus, their items and their places, and what others are told. */
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
