import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { editRoles, refuseMore } from './policy.ts';
import { roleFields, sentRoleName } from './role-input.ts';
import type { Actor } from '../../kernel/actor.ts';
import * as writer from './role-writer.ts';

const schema = z.strictObject({
  name: sentRoleName,
  label: roleFields.label,
  capabilities: roleFields.capabilities,
});

/** Makes a role. Throws `ConflictError` where one has the name, `ForbiddenError` for capabilities that who makes it lacks. */
export async function createRole(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<void> {
  const role = readInput(schema, input, 'the role');
  demand(editRoles, actor, undefined);
  refuseMore(actor, role.capabilities);
  if (!(await writer.createRole(tx, role)))
    throw new ConflictError(`There is a role "${role.name}" already; take another name.`, 'role_exists');
  await noteChange(tx, actor, { verb: 'create', kind: 'user', itemId: 0, summary: `role "${role.name}"` });
}
