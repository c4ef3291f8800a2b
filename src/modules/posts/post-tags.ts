import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { SavedPost } from './events.ts';
import { isPublic, mayBeOpened } from './policy.ts';
import { tellBelow } from './tell-below.ts';

/** Emits the cache tags of a saved post and of the posts whose address changes with it. */
export async function emitPostTags(tx: Tx, { id, before, after }: SavedPost): Promise<void> {
  const isWithdrawn =
    before && ((before.listed && !after.listed) || (mayBeOpened(before) && !mayBeOpened(after)));
  tx.emit(`post:${id}`, isWithdrawn ? 'remove' : 'change');
  const isMoved = before && (before.slug !== after.slug || before.parentId !== after.parentId);
  if (isMoved) await tellBelow(tx, [id]);
  if (isPublic(after) && (!before || isMoved || !isPublic(before) || before.type !== after.type)) {
    await emitNamesakes(tx, id);
  }
}

/** Posts of other types, files included, may share the slug: its address may lead to another of them now. */
async function emitNamesakes(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select other.id from post join post other on other.slug = post.slug and other.id <> post.id
    where post.id = ${id} and post.slug <> '' limit 100`.execute(tx.db);
  for (const other of rows) tx.emit(`post:${other.id}`);
}
