import type { Actor } from '../../kernel/actor.ts';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { demand } from '../../kernel/permission.ts';
import { editRoles } from './policy.ts';
import type { Role } from './role.ts';
import { findRoleToChange } from './roles.ts';

/** A role and who is about to change it: nobody else can until the transaction ends. Throws `NotFoundError` for one that is not there. */
export async function roleToChange(
  tx: Tx,
  actor: Actor | undefined,
  name: string,
): Promise<{ readonly actor: Actor; readonly role: Role }> {
  demand(editRoles, actor, undefined);
  const role = await findRoleToChange(tx, name);
  if (!role) throw new NotFoundError(`There is no role "${name.slice(0, 80)}".`, 'rest_role_invalid');
  return { actor, role };
}
