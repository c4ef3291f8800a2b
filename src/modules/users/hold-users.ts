import type { Tx } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';

/**
 * Keeps accounts from being deleted until the transaction ends: what is given to them is there when their posts go to somebody else. 0 is nobody. Throws
 * `InvalidInputError` for one that there is not, or not any more. SQLite lets one writer in at a time anyway.
 */
export async function holdUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  const there = await findUsersToStay(tx, wanted);
  const gone = wanted.filter((id) => !there.has(id));
  if (gone.length > 0) {
    throw new InvalidInputError(
      `There is no account ${gone.slice(0, 10).join(', ')} any more, so that nothing can be given to it.`,
      'rest_invalid_author',
    );
  }
}

/** Those of these accounts that there are: none of them is deleted until the transaction ends. */
export async function findUsersToStay(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Waits for all who are giving something to an account that is about to be deleted, and lets nobody else until the transaction ends. Its heir only has to stay,
 * and may be who asks, and asks it several times at once. In the order of their numbers: two who delete each other's heirs wait for one another once.
 */
export async function holdToDelete(tx: Tx, id: number, heir?: number): Promise<void> {
  if (!tx.dialect.rowLocks) return;
  for (const held of [...new Set([id, heir ?? id])].toSorted((a, b) => a - b)) {
    const row = tx.db.selectFrom('user').select('id').where('id', '=', held);
    await (held === id ? row.forUpdate() : row.forNoKeyUpdate()).execute();
  }
}
