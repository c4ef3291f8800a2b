import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { authorise } from '../../kernel/command.ts';
import type { Refusal } from '../../kernel/permission.ts';
import { mayAsMuchAs, missing } from './policy.ts';
import { findUserToChange } from './reader.ts';
import type { Actor, User } from '../../kernel/actor.ts';
import { findActor } from './roles.ts';

/**
 * The account that somebody who may change it is about to change: nobody else can until the transaction ends. Throws `ForbiddenError` for one that may more
 * than they may, `NotFoundError` for none.
 */
export async function userToChange(tx: Tx, actor: Actor, id: number, refusal: Refusal): Promise<User> {
  const theirs = await findUserToChange(tx, id);
  const other = theirs && (await findActor(tx.db, id));
  if (!theirs || !other) throw new NotFoundError('Invalid user ID.', 'rest_user_invalid_id');
  authorise(actor, mayAsMuchAs(actor, other), {
    ...refusal,
    capability: missing(actor, other.capabilities)[0],
  });
  return theirs;
}
