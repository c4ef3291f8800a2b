import type { Actor } from '../../kernel/actor.ts';
import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import { firstRoles } from '../settings/first-roles.ts';
import { readSettings } from '../settings/reader.ts';
import { sentRoleName } from './role-input.ts';
import { administrator } from './role.ts';
import type { Role } from './role.ts';
import { refuseMore } from './policy.ts';
import { roleToChange } from './role-to-change.ts';
import { findRoleToChange } from './roles.ts';
import * as writer from './role-writer.ts';

const schema = z.strictObject({ name: sentRoleName, reassignTo: sentRoleName.optional() });

/**
 * Deletes a role, for somebody who saw it as `from`; its people get `reassignTo`, which must be named where there are any. Throws `StaleError` with both sides,
 * `ConflictError`, and `ForbiddenError` where either role may more than they.
 */
export async function deleteRole(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: Role,
): Promise<void> {
  const { name, reassignTo } = readInput(schema, input, 'the role');
  const { actor: editor, role: theirs } = await roleToChange(tx, actor, name);
  refuseUnseen(`the role "${name}"`, { mine: { ...theirs, name: '' }, theirs }, from);
  refuseMore(editor, theirs.capabilities);
  if (name === administrator)
    throw new ConflictError('A site always has administrators: this role stays.', 'role_protected');
  if (firstRoles((await readSettings(tx.db)).settings).includes(name)) {
    throw new ConflictError(
      'Accounts begin with this role (the setting default_role); choose another one there first.',
      'role_in_use',
    );
  }
  const heir = reassignTo === undefined ? undefined : await findRoleToChange(tx, reassignTo);
  if (reassignTo !== undefined && (!heir || reassignTo === name)) {
    const message = `There is no other role "${reassignTo}" to take its people.`;
    throw new InvalidInputError(message, 'rest_invalid_param', { reassignTo: message });
  }
  if (heir) refuseMore(editor, heir.capabilities);
  const people = await writer.deleteRole(tx, name, heir?.name);
  if (people > 0 && !heir) {
    const count = people === 1 ? '1 person has' : `${people} people have`;
    throw new ConflictError(
      `${count} the role "${name}"; say which role they get (reassign).`,
      'role_in_use',
    );
  }
  const summary = `role "${name}"${heir ? `, its ${people} people are "${heir.name}"` : ''}`;
  await noteChange(tx, editor, { verb: 'delete', kind: 'user', itemId: 0, summary });
}
