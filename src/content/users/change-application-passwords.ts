import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { ConflictError, NotFoundError } from '../../lib/errors.ts';
import { noteActivity } from '../activity/writer.ts';
import { readInput } from '../command.ts';
import { sentId, sentName } from '../input-kinds.ts';
import { demand } from '../permission.ts';
import type { Refusal } from '../permission.ts';
import {
  changeApplicationPassword, endApplicationPasswordsOf, findApplicationPassword, inGroups, listApplicationPasswords, mostApplicationPasswords,
  writeApplicationPassword,
} from './application-password.ts';
import type { ApplicationPassword } from './application-password.ts';
import { applicationPasswordRefusals as refusals, editUsers } from './policy.ts';
import type { Actor } from './role.ts';
import { userToChange } from './user-to-change.ts';
import type { User } from './user.ts';

/** What is said of an application password. */
export const applicationPasswordFields = {
  name: sentName(250),
  /** Which program it is for, as that names itself; empty: it does not. */
  appId: z.string().max(100).pipe(z.union([z.literal(''), z.uuid()])),
};
const { name, appId } = applicationPasswordFields;
const newOne = z.strictObject({ userId: sentId, name, appId: appId.default('') });
const changed = z.strictObject({ userId: sentId, id: z.string().max(100), name: name.optional(), appId: appId.optional() });
const ended = z.strictObject({ userId: sentId, id: z.string().max(100).optional() });

const none = () => new NotFoundError('Application password not found.', 'rest_application_password_not_found');

async function ownerToChange(tx: Tx, actor: Actor | undefined, userId: number, refusal: Refusal): Promise<{ readonly by: Actor; readonly owner: User }> {
  demand({ ...editUsers, ...refusal }, actor, { id: userId, owner: undefined });
  return { by: actor, owner: await userToChange(tx, actor, userId, refusal) };
}

async function oneToChange(tx: Tx, userId: number, id: string): Promise<ApplicationPassword> {
  const found = await findApplicationPassword(tx.db, userId, id);
  if (!found) throw none();
  return found;
}

/**
 * Makes a password for a program, which may then do over REST what the account may. `password`, in groups of four, is shown once. Throws `ConflictError` where
 * an account has too many.
 */
export async function createApplicationPassword(
  tx: Tx, actor: Actor | undefined, input: z.input<typeof newOne>,
): Promise<{ readonly id: string; readonly password: string }> {
  const { userId, ...sent } = readInput(newOne, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, refusals.create);
  if ((await listApplicationPasswords(tx.db, userId)).length >= mostApplicationPasswords) {
    throw new ConflictError(`An account has at most ${mostApplicationPasswords} application passwords. Revoke those that nobody uses.`, 'too_many_passwords');
  }
  const { id, password } = await writeApplicationPassword(tx, { userId, ...sent });
  await noteActivity(tx, by, {
    verb: 'update', kind: 'user', itemId: userId, summary: `"${owner.displayName}": made the application password "${sent.name}"`,
  });
  return { id, password: inGroups(password) };
}

/** Changes what an application password is called. */
export async function updateApplicationPassword(tx: Tx, actor: Actor | undefined, input: z.input<typeof changed>): Promise<void> {
  const { userId, id, ...sent } = readInput(changed, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, refusals.update);
  const theirs = await oneToChange(tx, userId, id);
  const changes = { name: sent.name ?? theirs.name, appId: sent.appId ?? theirs.appId };
  if (changes.name === theirs.name && changes.appId === theirs.appId) return;
  await changeApplicationPassword(tx, id, changes);
  await noteActivity(tx, by, {
    verb: 'update', kind: 'user', itemId: userId, summary: `"${owner.displayName}": changed the application password "${theirs.name}"`,
  });
}

/** Ends one application password of an account, or, without an `id`, all; returns how many ended. */
export async function revokeApplicationPasswords(tx: Tx, actor: Actor | undefined, input: z.input<typeof ended>): Promise<number> {
  const { userId, id } = readInput(ended, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, id === undefined ? refusals.deleteAll : refusals.delete);
  const what = id === undefined ? 'all application passwords' : `the application password "${(await oneToChange(tx, userId, id)).name}"`;
  const count = await endApplicationPasswordsOf(tx, userId, id);
  if (count > 0) await noteActivity(tx, by, { verb: 'update', kind: 'user', itemId: userId, summary: `"${owner.displayName}": revoked ${what}` });
  return count;
}
