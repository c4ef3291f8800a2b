import type { Database, Reader } from '../../kernel/db/open-database.ts';
import { generatePassword, hashPassword } from '../../lib/password.ts';
import { listUsers } from './reader.ts';
import { administrator } from './role.ts';
import { ensureRoles, lockAdministrators } from './roles.ts';
import { createUser } from './writer.ts';

/** Who the first administrator is to be; without a password one is made. */
export interface FirstAdministrator {
  readonly user: string;
  readonly email: string;
  readonly password?: string | undefined;
}

/** Adds missing roles, and an administrator when there is none. Returns the password when it made one: show it once, it is nowhere else. */
export async function ensureAdministrator(
  database: Pick<Database, 'read' | 'write'>,
  wanted: FirstAdministrator,
): Promise<string | undefined> {
  await database.write(ensureRoles);
  if (await hasAdministrator(database.read)) return undefined;
  const generated = wanted.password ? undefined : generatePassword();
  const password = await hashPassword(wanted.password || (generated ?? ''));
  const made = await database.write(async (tx) => {
    // Two processes may start on an empty database together; the second waits here and finds the first's administrator.
    await lockAdministrators(tx);
    if (await hasAdministrator(tx.db)) return false;
    await createUser(tx, { login: wanted.user, email: wanted.email, password, roles: [administrator] });
    return true;
  });
  return made ? generated : undefined;
}

async function hasAdministrator(read: Reader): Promise<boolean> {
  return (await listUsers(read, { roles: [administrator], limit: 1 })).total > 0;
}
