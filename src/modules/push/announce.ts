import type { Tx } from '../../kernel/db/open-database.ts';
import { detailKeys } from '../posts/details.ts';
import { readSettings } from '../settings/reader.ts';
import { lastNumber } from './subscriptions.ts';
import { sendsItself, tellingMs } from './push.ts';
import { postTypeNamed } from '../types/registry.ts';

/**
 * Has subscribers told of an article that just became public, in the transaction that made it so. Once only, and not when it is dated back or says that nobody
 * is to be told; other types of post are told of to nobody.
 */
export async function announcePost(
  tx: Tx,
  { id, type, publishedAt }: { readonly id: number; readonly type: string; readonly publishedAt: number },
): Promise<void> {
  const now = Date.now();
  if (!postTypeNamed(type).isArticle || publishedAt < now - tellingMs) return;
  // Most sites end here, after one look.
  if (!(await tx.db.selectFrom('push_subscription').select('id').limit(1).executeTakeFirst())) return;
  if (await isQuiet(tx, id)) return;
  if (!sendsItself((await readSettings(tx.db)).settings)) return;
  await tx.dialect.lockName('push message')?.execute(tx.db);
  await tx.db
    .insertInto('push_message')
    .values({ number: (await lastNumber(tx.db)) + 1, post_id: id, created_at: now })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute();
  tx.emit('jobs:push');
}

/** Whether who wrote it wants subscribers to be left in peace. */
async function isQuiet(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('post_meta')
    .select('value')
    .where('post_id', '=', id)
    .where('key', '=', detailKeys.pushOff)
    .executeTakeFirst();
  return row?.value === '1';
}
