import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { readInput } from '../../kernel/command.ts';
import { sentText } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { userToChange } from '../users/user-to-change.ts';
import { confirmAccounts, findConfirmation } from './confirmations.ts';
import type { Confirmation } from './confirmations.ts';

const sentConfirmation = sentText(2000);

/** What waits and is about to be changed. Throws `NotFoundError`, and `ForbiddenError` for an address of who may more than the actor. */
export async function confirmationToChange(tx: Tx, actor: Actor, id: string): Promise<Confirmation> {
  const found = await findConfirmation(tx.db, readInput(sentConfirmation, id, 'the id of what waits'));
  if (!found)
    throw new NotFoundError(
      'Nothing of that id waits to be confirmed: it was opened, taken away, or is too old.',
      'rest_confirmation_invalid_id',
    );
  if (found.userId > 0) await userToChange(tx, actor, found.userId, confirmAccounts);
  return found;
}
