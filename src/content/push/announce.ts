import type { Tx } from '../../db/open-database.ts';
import { readSettings } from '../settings/reader.ts';
import { lastNumber } from './subscriptions.ts';
import { sendsItself, tellingMs } from './push.ts';
import { postTypeNamed } from '../types/registry.ts';

/**
 * Has subscribers told of an article that just became public, in the transaction that made it so. Once only, and not when it is dated back; other types of post
 * are told of to nobody.
 */
export async function announcePost(
  tx: Tx, { id, type, publishedAt }: { readonly id: number; readonly type: string; readonly publishedAt: number },
): Promise<void> {
  const now = Date.now();
  if (!postTypeNamed(type).isArticle || publishedAt < now - tellingMs) return;
  // Most sites end here, after one look.
  if (!(await tx.db.selectFrom('push_subscription').select('id').limit(1).executeTakeFirst())) return;
  if (!sendsItself((await readSettings(tx.db)).settings)) return;
  await tx.dialect.lockName('push message')?.execute(tx.db);
  await tx.db.insertInto('push_message').values({ number: (await lastNumber(tx.db)) + 1, post_id: id, created_at: now })
    .onConflict((conflict) => conflict.column('post_id').doNothing()).execute();
  tx.emit('jobs:push');
}
