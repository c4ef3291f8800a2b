import type { Tx } from '../../db/open-database.ts';
import { searchKeys } from './search-key.ts';
import { tokensOf } from './tokens.ts';

/** What the search index holds of a post. */
export interface Indexed {
  readonly id: number;
  /** Milliseconds; orders the index, so that the newest matches are found first. */
  readonly publishedAt: number;
  readonly title: string;
  /** Plain text. */
  readonly body: string;
}

/** Most UTF-16 units of a title that ranking looks at. */
const longestTitle = 400;

/** Puts a listed post into the index, or replaces what is there. Its row must be written. */
export async function indexPost(tx: Tx, post: Indexed): Promise<void> {
  await unindexPost(tx, post.id);
  const { type } = await tx.db.selectFrom('post').select('type').where('id', '=', post.id).executeTakeFirstOrThrow();
  const key = await takeKey(tx, post, type);
  for (const statement of tx.dialect.search.insert(key, tokensOf({ type, title: post.title, body: post.body }))) await statement.execute(tx.db);
}

/** The first free key for its moment; another transaction that takes the same one meanwhile is waited for. */
async function takeKey(tx: Tx, post: Indexed, type: string): Promise<number> {
  const keys = searchKeys(post.publishedAt);
  for (;;) {
    const key = keys.next().value;
    const taken = await tx.db.insertInto('post_search_key').values({ search_key: key, post_id: post.id, type, title: post.title.slice(0, longestTitle) })
      .onConflict((conflict) => conflict.column('search_key').doNothing()).returning('search_key').executeTakeFirst();
    if (taken) return key;
  }
}

/** Takes a post out of the index; does nothing when it is not in it. */
export async function unindexPost(tx: Tx, postId: number): Promise<void> {
  const row = await tx.db.deleteFrom('post_search_key').where('post_id', '=', postId).returning('search_key').executeTakeFirst();
  if (!row) return;
  for (const statement of tx.dialect.search.remove(row.search_key)) await statement.execute(tx.db);
}
