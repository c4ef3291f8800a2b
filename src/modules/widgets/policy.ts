import type { Actor, Permission } from '../../kernel/permission.ts';
import { can } from '../users/index.ts';

export function mayEditWidgets(actor: Actor | undefined): boolean {
  return can(actor, 'edit_theme_options');
}

export const editWidgets: Permission<unknown> = {
  code: 'rest_cannot_manage_widgets',
  message: 'Sorry, you are not allowed to manage widgets on this site.',
  capability: 'edit_theme_options',
  test: mayEditWidgets,
};
