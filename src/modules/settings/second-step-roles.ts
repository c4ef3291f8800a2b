import type { Settings } from './settings.ts';

/** Whether who has these roles needs a second step beside the password. */
export function needsSecondStep(
  { second_factor_roles: needing }: Pick<Settings, 'second_factor_roles'>,
  roles: readonly string[],
): boolean {
  return roles.some((role) => needing.includes(role));
}
