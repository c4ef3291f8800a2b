import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId, sentText } from '../../kernel/input-kinds.ts';
import { endApplicationPasswordsOf } from './application-password.ts';
import { applicationPasswordToChange, ownerToChange } from './application-password-to-change.ts';
import { applicationPasswordRefusals as refusals } from './policy.ts';
import type { Actor } from '../../kernel/actor.ts';

const schema = z.strictObject({ userId: sentId, id: sentText(100).optional() });

/** Ends one application password of an account, or, without an `id`, all; returns how many ended. */
export async function revokeApplicationPasswords(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
): Promise<number> {
  const { userId, id } = readInput(schema, input, 'the application password');
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
