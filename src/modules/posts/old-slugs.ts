import type { Tx } from '../../kernel/db/open-database.ts';

/** Stores former slugs of a post; their addresses redirect to it. */
export async function writeOldSlugs(tx: Tx, postId: number, slugs: readonly string[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.db
    .insertInto('old_slug')
    .values(slugs.map((slug) => ({ slug, post_id: postId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
