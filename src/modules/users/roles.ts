import type { Actor, User } from '../../kernel/permission.ts';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { readStored, storedTexts } from '../../lib/schemas.ts';
import { typeCapabilities } from '../types/index.ts';
import { findUser } from './reader.ts';
import { administrator, defaultRoles, isCapability } from './role.ts';
import type { Role } from './role.ts';

/** All roles by name, without unknown capabilities. */
export async function listRoles(read: Reader): Promise<Role[]> {
  return (
    await read.selectFrom('role').select(['name', 'label', 'capabilities']).orderBy('name').execute()
  ).map(toRole);
}

const toRole = ({
  name,
  label,
  capabilities,
}: {
  readonly name: string;
  readonly label: string;
  readonly capabilities: string;
}): Role => ({ name, label, capabilities: readStored(storedTexts, capabilities, []).filter(isCapability) });

export async function findRoleToChange(tx: Tx, name: string): Promise<Role | undefined> {
  const row = await tx.db
    .selectFrom('role')
    .select(['name', 'label', 'capabilities'])
    .where('name', '=', name)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toRole(row);
}

/** Whether the role exists; locks it against deletion, not changes, until the transaction ends. */
export async function holdRole(tx: Tx, name: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('role')
    .select('name')
    .where('name', '=', name)
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** A user with all capabilities of their roles; undefined if missing. Administrators have the capabilities of every post type. */
export async function findActor(read: Reader, userId: number): Promise<Actor | undefined> {
  const [user, roles] = await Promise.all([findUser(read, userId), listRoles(read)]);
  return user && { ...user, capabilities: capabilitiesOf(user, roles) };
}

/** `roles` are all roles of the site. */
export function capabilitiesOf(user: Pick<User, 'roles'>, roles: readonly Role[]): ReadonlySet<string> {
  const allowed = roles.filter(({ name }) => user.roles.includes(name));
  const all = allowed.some(({ name }) => name === administrator) ? typeCapabilities() : [];
  return new Set([...allowed.flatMap((role) => role.capabilities), ...all]);
}

/** Existing roles stay unchanged. */
export async function ensureRoles(tx: Tx): Promise<void> {
  const added = await tx.db
    .insertInto('role')
    .values(
      defaultRoles.map(({ name, label, capabilities }) => ({
        name,
        label,
        capabilities: JSON.stringify(capabilities),
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute();
  if (added.length > 0) tx.emit('roles');
}

/** Serializes transactions that count administrators. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.db
    .updateTable('role')
    .set((eb) => ({ label: eb.ref('label') }))
    .where('name', '=', administrator)
    .execute();
}
