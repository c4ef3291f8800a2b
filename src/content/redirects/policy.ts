import { can } from '../users/policy.ts';
import type { Actor } from '../users/role.ts';

/** Whether somebody may see redirects and change them. */
export function mayManageRedirects(actor: Actor | undefined): boolean {
  return can(actor, 'manage_options');
}
