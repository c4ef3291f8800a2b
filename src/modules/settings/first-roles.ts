import { login } from './definitions/services.ts';
import type { Settings } from './settings.ts';

/** Names of the roles that accounts begin with whose owners register; there may be no role of such a name. */
export function firstRoles({ default_role: role }: Pick<Settings, 'default_role'>): readonly string[] {
  return [role];
}

/** The same of values that somebody is about to give to settings; none where they name no roles, or what the setting does not take. */
export function firstRolesIn(changes: Readonly<Record<string, unknown>>): readonly string[] {
  const parsed = login.settings.default_role.schema.safeParse(changes['default_role']);
  return parsed.success ? firstRoles({ default_role: parsed.data }) : [];
}
