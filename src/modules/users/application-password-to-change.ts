import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { sentName } from '../../kernel/input-kinds.ts';
import { demand } from '../../kernel/permission.ts';
import type { Refusal } from '../../kernel/permission.ts';
import { findApplicationPassword } from './application-password.ts';
import type { ApplicationPassword } from './application-password.ts';
import { editUsers } from './policy.ts';
import type { Actor, User } from '../../kernel/actor.ts';
import { userToChange } from './user-to-change.ts';

/** What is said of an application password. */
export const applicationPasswordFields = {
  name: sentName(250),
  /** Which program it is for, as that names itself; empty: it does not. */
  appId: z
    .string()
    .max(100)
    .pipe(z.union([z.literal(''), z.uuid()])),
};

/** Whose application passwords are about to change, and who changes them: `ForbiddenError` as the refusal says it. */
export async function ownerToChange(
  tx: Tx,
  actor: Actor | undefined,
  userId: number,
  refusal: Refusal,
): Promise<{ readonly by: Actor; readonly owner: User }> {
  demand({ ...editUsers, ...refusal }, actor, { id: userId, owner: undefined });
  return { by: actor, owner: await userToChange(tx, actor, userId, refusal) };
}

/** One of them. Throws `NotFoundError`. */
export async function applicationPasswordToChange(
  tx: Tx,
  userId: number,
  id: string,
): Promise<ApplicationPassword> {
  const found = await findApplicationPassword(tx.db, userId, id);
  if (!found)
    throw new NotFoundError('Application password not found.', 'rest_application_password_not_found');
  return found;
}
