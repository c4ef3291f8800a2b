import type { Reader, Tx } from '../../kernel/db/open-database.ts';

/** Raised when the same text gives other tokens than before: sites that were indexed earlier miss words until their index is made anew. */
const tokensVersion = 7;
const counterKey = 'search:tokens';

/** Whether the index holds what this code would put into it; a site without posts has nothing to miss. */
export async function isIndexCurrent(read: Reader): Promise<boolean> {
  const row = await read
    .selectFrom('counter')
    .select('value')
    .where('key', '=', counterKey)
    .executeTakeFirst();
  return (
    row?.value === tokensVersion ||
    (await read.selectFrom('post_search_key').select('post_id').limit(1).executeTakeFirst()) === undefined
  );
}

/** Says that the index is, or will be, filled by this code. */
export async function markIndexCurrent(tx: Tx): Promise<void> {
  await tx.db
    .insertInto('counter')
    .values({ key: counterKey, value: tokensVersion })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: tokensVersion }))
    .execute();
}
