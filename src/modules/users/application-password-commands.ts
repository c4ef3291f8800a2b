import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import { sentId, sentText, sentName } from '../../kernel/input-kinds.ts';
import {
  inGroups,
  listApplicationPasswords,
  maxApplicationPasswords,
  writeApplicationPassword,
  changeApplicationPassword,
  endApplicationPasswordsOf,
  findApplicationPassword,
} from './application-password.ts';
import { applicationPasswordRefusals as refusals, editUsers } from './policy.ts';
import type { From } from '../../kernel/command.ts';
import type { ApplicationPassword } from './application-password.ts';
import { demand } from '../../kernel/permission.ts';
import type { Refusal, Actor, User } from '../../kernel/permission.ts';
import { userToChange } from './user-commands.ts';

export const applicationPasswordFields = {
  name: sentName(250),
  /** UUID of the program, chosen by it; '' if it sent none. */
  appId: z
    .string()
    .max(100)
    .pipe(z.union([z.literal(''), z.uuid()])),
};

async function ownerToChange(
  tx: Tx,
  actor: Actor | undefined,
  userId: number,
  refusal: Refusal,
): Promise<{ readonly by: Actor; readonly owner: User }> {
  demand({ ...editUsers, ...refusal }, actor, { id: userId, owner: undefined });
  return { by: actor, owner: await userToChange(tx, actor, userId, refusal) };
}

async function applicationPasswordToChange(tx: Tx, userId: number, id: string): Promise<ApplicationPassword> {
  const found = await findApplicationPassword(tx.db, userId, id);
  if (!found)
    throw new NotFoundError('Application password not found.', 'rest_application_password_not_found');
  return found;
}

const createSchema = z.strictObject({
  userId: sentId,
  name: applicationPasswordFields.name,
  appId: applicationPasswordFields.appId.default(''),
});

/**
 * Creates a password with which a program can use REST as the account. `password`, in groups of four, is shown once.
 * Throws `ConflictError` if the account has too many.
 */
export async function createApplicationPassword(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof createSchema>,
): Promise<{ readonly id: string; readonly password: string }> {
  const { userId, ...sent } = readInput(createSchema, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, refusals.create);
  if ((await listApplicationPasswords(tx.db, userId)).length >= maxApplicationPasswords) {
    throw new ConflictError(
      `An account has at most ${maxApplicationPasswords} application passwords. Revoke those that are no longer used.`,
      'too_many_passwords',
    );
  }
  const { id, password } = await writeApplicationPassword(tx, { userId, ...sent });
  await noteChange(tx, by, {
    verb: 'update',
    kind: 'user',
    itemId: userId,
    summary: `"${owner.displayName}": made the application password "${sent.name}"`,
  });
  return { id, password: inGroups(password) };
}

const updateSchema = z.strictObject({
  userId: sentId,
  id: sentText(100),
  name: applicationPasswordFields.name.optional(),
  appId: applicationPasswordFields.appId.optional(),
});

/** Throws `StaleError` with both sides if the values aren't `from`. */
export async function updateApplicationPassword(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof updateSchema>,
  from: From<Pick<ApplicationPassword, 'name' | 'appId'>>,
): Promise<void> {
  const { userId, id, ...sent } = readInput(updateSchema, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, refusals.update);
  const { name, appId } = await applicationPasswordToChange(tx, userId, id);
  const theirs = { name, appId };
  const changes = { name: sent.name ?? theirs.name, appId: sent.appId ?? theirs.appId };
  refuseUnseen('the application password', { mine: changes, theirs }, from);
  if (changes.name === theirs.name && changes.appId === theirs.appId) return;
  await changeApplicationPassword(tx, id, changes);
  await noteChange(tx, by, {
    verb: 'update',
    kind: 'user',
    itemId: userId,
    summary: `"${owner.displayName}": changed the application password "${theirs.name}"`,
  });
}

const revokeSchema = z.strictObject({ userId: sentId, id: sentText(100).optional() });

/** Revokes all without an `id`. Returns how many. */
export async function revokeApplicationPasswords(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof revokeSchema>,
): Promise<number> {
  const { userId, id } = readInput(revokeSchema, input, 'the application password');
  const { by, owner } = await ownerToChange(
    tx,
    actor,
    userId,
    id === undefined ? refusals.deleteAll : refusals.delete,
  );
  const what =
    id === undefined
      ? 'all application passwords'
      : `the application password "${(await applicationPasswordToChange(tx, userId, id)).name}"`;
  const count = await endApplicationPasswordsOf(tx, userId, id);
  if (count > 0)
    await noteChange(tx, by, {
      verb: 'update',
      kind: 'user',
      itemId: userId,
      summary: `"${owner.displayName}": revoked ${what}`,
    });
  return count;
}
