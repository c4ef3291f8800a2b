import { createHash, randomBytes } from 'node:crypto';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { PostStatus } from './model.ts';

/** Statuses in which a post can be shared with outsiders. */
export const sharedStatuses: readonly PostStatus[] = ['draft', 'pending', 'future'];

/** Only a hash per post is stored: neither database access nor another draft's link opens a draft. */
const keyHash = (postId: number, key: string) =>
  createHash('sha256').update(`shared draft\0${postId}\0${key}`).digest('base64url');
const written = /^[\w-]{32}$/;

export async function createShare(tx: Tx, postId: number, sharedBy: number): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await endShare(tx, postId);
  await tx.db
    .insertInto('shared_draft')
    .values({ post_id: postId, key_hash: keyHash(postId, key), shared_by: sharedBy, created_at: Date.now() })
    .execute();
  return key;
}

/** Returns whether the draft was shared. */
export async function endShare(tx: Tx, postId: number): Promise<boolean> {
  return (
    (await tx.db.deleteFrom('shared_draft').where('post_id', '=', postId).returning('post_id').execute())
      .length > 0
  );
}

/** Keeps a deleted user's shared drafts open, without recording who shared them. */
export async function forgetSharers(tx: Tx, userId: number): Promise<void> {
  await tx.db.updateTable('shared_draft').set({ shared_by: 0 }).where('shared_by', '=', userId).execute();
}

/** Whether a key opens this post. Malformed keys cost no query. */
export async function isShared(read: Reader, postId: number, key: string): Promise<boolean> {
  if (!written.test(key)) return false;
  const row = await read
    .selectFrom('shared_draft')
    .innerJoin('post', 'post.id', 'shared_draft.post_id')
    .select('post.id')
    .where('post.id', '=', postId)
    .where('key_hash', '=', keyHash(postId, key))
    .where('post.status', 'in', sharedStatuses)
    .executeTakeFirst();
  return row !== undefined;
}

export interface SharedDraft {
  readonly postId: number;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

export async function findShare(
  read: Reader,
  postId: number,
): Promise<Pick<SharedDraft, 'createdAt'> | undefined> {
  const row = await read
    .selectFrom('shared_draft')
    .select('created_at')
    .where('post_id', '=', postId)
    .executeTakeFirst();
  return row && { createdAt: row.created_at };
}

export async function listShares(read: Reader): Promise<SharedDraft[]> {
  const rows = await read
    .selectFrom('shared_draft')
    .innerJoin('post', 'post.id', 'shared_draft.post_id')
    .select(['post.id', 'post.title', 'shared_draft.created_at'])
    .orderBy('shared_draft.created_at', 'desc')
    .orderBy('post.id')
    .execute();
  return rows.map(({ id, title, created_at: createdAt }) => ({ postId: id, title, createdAt }));
}
