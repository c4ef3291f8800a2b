import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import {
  inGroups,
  listApplicationPasswords,
  mostApplicationPasswords,
  writeApplicationPassword,
} from './application-password.ts';
import { applicationPasswordFields as fields, ownerToChange } from './application-password-to-change.ts';
import { applicationPasswordRefusals as refusals } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';

const schema = z.strictObject({ userId: sentId, name: fields.name, appId: fields.appId.default('') });

/**
 * Makes a password for a program, which may then do over REST what the account may. `password`, in groups of four, is shown once. Throws `ConflictError` where
 * an account has too many.
 */
export async function createApplicationPassword(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<{ readonly id: string; readonly password: string }> {
  const { userId, ...sent } = readInput(schema, input, 'the application password');
  const { by, owner } = await ownerToChange(tx, actor, userId, refusals.create);
  if ((await listApplicationPasswords(tx.db, userId)).length >= mostApplicationPasswords) {
    throw new ConflictError(
      `An account has at most ${mostApplicationPasswords} application passwords. Revoke those that nobody uses.`,
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
