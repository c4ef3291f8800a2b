import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';

/** Whether somebody may make menus, change them and say where they are. */
export function mayEditMenus(actor: Actor | undefined): boolean {
  return can(actor, 'edit_theme_options');
}
