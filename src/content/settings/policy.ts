import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';

/** Whether somebody may read all settings and change them. */
export function mayManageSettings(actor: Actor | undefined): boolean {
  return can(actor, 'manage_options');
}
