import type { Actor } from '../../kernel/actor.ts';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import { roleFields, sentRoleName } from './role-input.ts';
import { administrator } from './role.ts';
import type { Role } from './role.ts';
import { refuseMore } from './policy.ts';
import { roleToChange } from './role-to-change.ts';
import * as writer from './role-writer.ts';

const schema = z.strictObject({
  name: sentRoleName,
  label: roleFields.label.optional(),
  capabilities: roleFields.capabilities.optional(),
});

/**
 * Changes what is sent of a role, for somebody who saw it as `from`. Throws `StaleError` with both sides, and `ForbiddenError` for a role that may more than
 * they, before or after. What administrators may is not changed.
 */
export async function updateRole(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: Role,
): Promise<void> {
  const { name, ...sent } = readInput(schema, input, 'the role');
  const { actor: editor, role: theirs } = await roleToChange(tx, actor, name);
  const mine = {
    ...theirs,
    label: sent.label ?? theirs.label,
    capabilities: sent.capabilities ?? theirs.capabilities,
  };
  refuseUnseen(`the role "${name}"`, { mine, theirs }, from);
  refuseMore(editor, [...theirs.capabilities, ...mine.capabilities]);
  if (name === administrator && sent.capabilities) {
    throw new ConflictError(
      'Administrators may everything, and the site always has one: make another role instead.',
      'role_protected',
    );
  }
  if (
    theirs.label === mine.label &&
    theirs.capabilities.toSorted().join() === mine.capabilities.toSorted().join()
  )
    return;
  await writer.updateRole(tx, mine);
  await noteChange(tx, editor, { verb: 'update', kind: 'user', itemId: 0, summary: `role "${name}"` });
}
