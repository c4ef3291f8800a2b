import { normalizeEmail } from '../../lib/normalize-email.ts';
import type { Settings } from './settings.ts';

/** The address that the settings name for the site, as it was typed; empty: none. */
export function adminEmail({ admin_email: email }: Pick<Settings, 'admin_email'>): string {
  return email;
}

/** The same, as mail is sent there. */
export function siteMailbox(settings: Pick<Settings, 'admin_email'>): string {
  return normalizeEmail(adminEmail(settings));
}
