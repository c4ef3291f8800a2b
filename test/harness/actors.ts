import { defaultRoles } from '../../src/content/users/role.ts';
import type { Actor } from '../../src/content/users/role.ts';

/** Somebody with one of the five roles, as policies ask for them; no row of the database says so. */
export function actorOf(role: string, id: number): Actor {
  const allowed = defaultRoles.find(({ name }) => name === role)?.capabilities ?? [];
  return { id, login: role, email: '', slug: role, displayName: role, url: '', bio: '', roles: [role], createdAt: 0, capabilities: new Set(allowed) };
}
