import type { Tx } from '../../kernel/db/open-database.ts';
import { findPostsBelow } from './page-path.ts';

/** Emits the posts below these, whose addresses are others now, and the lists of their types, which name addresses. */
export async function tellBelow(tx: Tx, ids: readonly number[]): Promise<void> {
  const below = await findPostsBelow(tx.db, ids);
  for (const { id } of below) tx.emit(`post:${id}`);
  for (const type of new Set(below.map((post) => post.type))) tx.emit(`list:${type}`);
}
