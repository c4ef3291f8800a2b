import type { Permission } from '../permission.ts';
import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';

/** What routes and pages about settings ask. */
export const manageSettings: Permission<unknown> = {
  code: 'rest_forbidden', message: 'Sorry, you are not allowed to do that.', capability: 'manage_options', test: mayManageSettings,
};

/** Whether somebody may read all settings and change them. */
export function mayManageSettings(actor: Actor | undefined): boolean {
  return can(actor, 'manage_options');
}
