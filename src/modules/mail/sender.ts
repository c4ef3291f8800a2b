import type { Reader } from '../../kernel/db/open-database.ts';
import { siteMailbox } from '../settings/admin-email.ts';
import type { Settings } from '../settings/settings.ts';
import { listUsers } from '../users/reader.ts';
import { administrator } from '../users/role.ts';
import type { Mail } from './mail.ts';

/** The address that the site is reached by: the one that its settings name, or its first administrator's; empty: none. */
export async function siteAddress(read: Reader, settings: Settings): Promise<string> {
  return (
    siteMailbox(settings) ||
    ((await listUsers(read, { roles: [administrator], order: 'id', limit: 1 })).users[0]?.email ?? '')
  );
}

/** Whom mails of the site are from. */
export function senderOf(address: string, settings: Settings, siteUrl: string): Mail['from'] {
  return { name: settings.blogname, address: address || `broadsheet@${new URL(siteUrl).hostname}` };
}
