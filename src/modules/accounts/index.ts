import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { userDeleting, userUpdated } from '../users/index.ts';
import { endTokensOf } from './account-token.ts';

export const followers = [
  defineFollower(
    'accounts',
    // Links were mailed to the former address, whose owner must not be able to use them.
    on(userUpdated, async (tx: Tx, { before, email }) => {
      if (email !== undefined) await endTokensOf(tx, before.id);
    }),
    on(userDeleting, (tx: Tx, { id }) => endTokensOf(tx, id)),
  ),
];
