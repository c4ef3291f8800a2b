import type { Tx } from '../../kernel/db/open-database.ts';
import { defineFollower, on } from '../../kernel/events.ts';
import { templateDeleted } from '../templates/index.ts';
import { userDeleting } from '../users/index.ts';
import { forgetImported } from './ledger.ts';

export { addToDemo } from './demo-posts.ts';
export { Ledger, isImported, sourceKey } from './ledger.ts';

// An import may reuse the id later.
export const followers = [
  defineFollower(
    'imports',
    on(userDeleting, (tx: Tx, { id }) => forgetImported(tx, 'user', id)),
    on(templateDeleted, (tx: Tx, { id }) => forgetImported(tx, 'template', id)),
  ),
];
