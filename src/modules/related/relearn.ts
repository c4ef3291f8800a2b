import type { Tx } from '../../kernel/db/open-database.ts';

/** The counter of how often the words of the site were forgotten. */
export const relearnedKey = 'related:relearned';

/**
 * Forgets which words are rare on this site, and what was compared by them: for who brought or took so many posts at once that others are rare now. It is made
 * again as readers ask.
 */
export async function relearnWords(tx: Tx): Promise<void> {
  await tx.db
    .insertInto('counter')
    .values({ key: relearnedKey, value: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .execute();
  await tx.db.deleteFrom('post_digest').execute();
  await tx.db.deleteFrom('post_related').execute();
  tx.emit('*', 'bulk');
}
