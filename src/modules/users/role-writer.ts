import type { Tx } from '../../kernel/db/open-database.ts';
import { readStored, storedTexts } from '../../lib/schemas.ts';
import type { Role } from './role.ts';
import { updateUser } from './writer.ts';

export async function createRole(tx: Tx, { name, label, capabilities }: Role): Promise<boolean> {
  const made = await tx.db
    .insertInto('role')
    .values({ name, label, capabilities: JSON.stringify(capabilities) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  if (made) tx.emit('roles');
  return made !== undefined;
}

export async function updateRole(tx: Tx, { name, label, capabilities }: Role): Promise<void> {
  await tx.db
    .updateTable('role')
    .set({ label, capabilities: JSON.stringify(capabilities) })
    .where('name', '=', name)
    .execute();
  tx.emit('roles');
}

/** Deletes a role, replacing it by `heir` (if given) in all accounts; returns the number of those accounts. */
export async function deleteRole(tx: Tx, name: string, heir: string | undefined): Promise<number> {
  // Waits for concurrent changes of roles, and reads the result.
  const rows = await tx.db
    .selectFrom('user')
    .select(['id', 'roles'])
    .where('roles', 'like', `%"${name}"%`)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forNoKeyUpdate())
    .execute();
  const holders = rows
    .map(({ id, roles }) => ({ id, roles: readStored(storedTexts, roles, []) }))
    .filter(({ roles }) => roles.includes(name));
  if (heir !== undefined) {
    for (const { id, roles } of holders)
      await updateUser(tx, id, { roles: [...new Set(roles.map((role) => (role === name ? heir : role)))] });
  }
  await tx.db.deleteFrom('role').where('name', '=', name).execute();
  tx.emit('roles');
  return holders.length;
}

/** Adds capabilities to a role, if it exists. */
export async function addToRole(tx: Tx, name: string, added: readonly string[]): Promise<void> {
  const row = await tx.db
    .selectFrom('role')
    .select('capabilities')
    .where('name', '=', name)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return;
  const capabilities = [...new Set([...readStored(storedTexts, row.capabilities, []), ...added])].toSorted();
  await tx.db
    .updateTable('role')
    .set({ capabilities: JSON.stringify(capabilities) })
    .where('name', '=', name)
    .execute();
  tx.emit('roles');
}
