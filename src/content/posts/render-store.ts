import type { Reader, Tx } from '../../db/open-database.ts';

/** The kept render of a post, or undefined when there is none for this key: revision, pipeline or site address changed since. */
export async function findRender<Document>(read: Reader, postId: number, renderKey: string): Promise<Document | undefined> {
  const row = await read.selectFrom('post_render').select('document').where('post_id', '=', postId).where('render_key', '=', renderKey).executeTakeFirst();
  return row && (JSON.parse(row.document) as Document);
}

/** Keeps a post's render (JSON-safe) in place of an older one. A post that is gone meanwhile keeps none. */
export async function saveRender(tx: Tx, postId: number, renderKey: string, document: unknown): Promise<void> {
  const post = await tx.db.selectFrom('post').select('id').where('id', '=', postId).executeTakeFirst();
  if (!post) return;
  const row = { render_key: renderKey, document: JSON.stringify(document) };
  await tx.db.insertInto('post_render').values({ post_id: postId, ...row }).onConflict((conflict) => conflict.column('post_id').doUpdateSet(row)).execute();
}
