import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import { demand } from '../../kernel/permission.ts';
import { editRoles, refuseMore } from './policy.ts';
import type { Actor } from '../../kernel/permission.ts';
import { administrator, isCapability } from './role.ts';
import type { Role } from './role.ts';
import { firstRoles, readSettings } from '../settings/index.ts';
import { findRoleToChange } from './roles.ts';
import { sentName } from '../../kernel/input-kinds.ts';
import * as writer from './role-writer.ts';

export const sentRoleName = z
  .string()
  .max(40)
  .regex(/^[a-z][a-z0-9_-]*$/, 'it has small letters, digits, "_" and "-", and begins with a letter');

export const roleFields = {
  label: sentName(60),
  capabilities: z
    .array(z.string().max(60).refine(isCapability, 'there is no such capability'))
    .max(2000)
    .transform((names) => [...new Set(names)].toSorted()),
};

const createSchema = z.strictObject({
  name: sentRoleName,
  label: roleFields.label,
  capabilities: roleFields.capabilities,
});

/** Throws `ConflictError` if the name exists, `ForbiddenError` for capabilities the actor lacks. */
export async function createRole(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof createSchema>,
): Promise<void> {
  const role = readInput(createSchema, input, 'the role');
  demand(editRoles, actor, undefined);
  refuseMore(actor, role.capabilities);
  if (!(await writer.createRole(tx, role)))
    throw new ConflictError(`There is a role "${role.name}" already; take another name.`, 'role_exists');
  await noteChange(tx, actor, { verb: 'create', kind: 'user', itemId: 0, summary: `role "${role.name}"` });
}

const updateSchema = z.strictObject({
  name: sentRoleName,
  label: roleFields.label.optional(),
  capabilities: roleFields.capabilities.optional(),
});

/**
 * Updates a role, based on the state `from`. Throws `StaleError` with both sides, and `ForbiddenError` if the role
 * exceeds the actor's capabilities before or after. The administrator's capabilities can't change.
 */
export async function updateRole(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: Role,
): Promise<void> {
  const { name, ...sent } = readInput(updateSchema, input, 'the role');
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
      "The capabilities of the administrator role can't be changed. Create a new role instead.",
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

const deleteSchema = z.strictObject({ name: sentRoleName, reassignTo: sentRoleName.optional() });

/**
 * Deletes a role, based on the state `from`; its users get `reassignTo`, which is required if there are any. Throws
 * `StaleError` with both sides, `ConflictError`, and `ForbiddenError` if either role exceeds the actor's capabilities.
 */
export async function deleteRole(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deleteSchema>,
  from: Role,
): Promise<void> {
  const { name, reassignTo } = readInput(deleteSchema, input, 'the role');
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
  const userCount = await writer.deleteRole(tx, name, heir?.name);
  if (userCount > 0 && !heir) {
    const count = userCount === 1 ? '1 person has' : `${userCount} people have`;
    throw new ConflictError(
      `${count} the role "${name}"; say which role they get (reassign).`,
      'role_in_use',
    );
  }
  const summary = `role "${name}"${heir ? `, its ${userCount} people are "${heir.name}"` : ''}`;
  await noteChange(tx, editor, { verb: 'delete', kind: 'user', itemId: 0, summary });
}

/** The role, locked until the transaction ends, and the actor. Throws `NotFoundError`. */
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
