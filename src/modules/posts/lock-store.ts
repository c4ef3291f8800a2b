import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { PostLockTable } from '../../kernel/db/tables/post-tables.ts';

/** Milliseconds without a heartbeat after which a lock, or a request for it, expires; WordPress uses 150 seconds, too. */
export const lockMs = 150_000;
/** Milliseconds without a heartbeat after which a window is not expected to send its last changes; a little over `beatMs`. */
export const wordMs = 20_000;
/** Milliseconds between two heartbeats of a visible window. */
export const beatMs = 15_000;

export interface PostLock {
  readonly postId: number;
  readonly userId: number;
  readonly windowId: string;
  readonly since: number;
  /** Time of the last heartbeat, ms since the epoch. */
  readonly seenAt: number;
  /** The user who requests the lock; 0 if there is no request. */
  readonly askerId: number;
  /** Time of the request, or of the first claim, ms since the epoch; 0 if there is no request. */
  readonly askedAt: number;
  /** The user who was refused last, or 0. */
  readonly refusedId: number;
  /** Whether the request is a takeover: the lock passes on once its holder has sent the last changes. */
  readonly isClaimed: boolean;
}

function toLock(row: Selectable<PostLockTable>, now: number): PostLock | undefined {
  if (row.seen_at <= now - lockMs) return undefined;
  const isAsked = row.asked_at > now - lockMs;
  return {
    postId: row.post_id,
    userId: row.user_id,
    windowId: row.window_id,
    since: row.since,
    seenAt: row.seen_at,
    askerId: isAsked ? row.asker_id : 0,
    askedAt: isAsked ? row.asked_at : 0,
    refusedId: row.refused_id,
    isClaimed: isAsked && row.claimed === 1,
  };
}

/** The unexpired locks of these posts, by post id. */
export async function findLocks(
  read: Reader,
  postIds: readonly number[],
  now = Date.now(),
): Promise<Map<number, PostLock>> {
  if (postIds.length === 0) return new Map();
  const rows = await read.selectFrom('post_lock').selectAll().where('post_id', 'in', postIds).execute();
  return new Map(
    rows.flatMap((row) => {
      const lock = toLock(row, now);
      return lock ? [[row.post_id, lock] as const] : [];
    }),
  );
}

/** Assigns or renews a lock; omitted fields are reset. */
export async function writeLock(
  tx: Tx,
  {
    postId,
    userId,
    windowId,
    since,
    ...asking
  }: Pick<PostLock, 'postId' | 'userId' | 'windowId' | 'since'> & {
    readonly askerId?: number;
    readonly refusedId?: number;
    readonly isClaimed?: boolean;
  },
  now = Date.now(),
): Promise<void> {
  const row = {
    user_id: userId,
    window_id: windowId,
    since,
    seen_at: now,
    asker_id: asking.askerId ?? 0,
    refused_id: asking.refusedId ?? 0,
    claimed: asking.isClaimed ? 1 : 0,
  };
  await tx.db
    .insertInto('post_lock')
    .values({ post_id: postId, ...row, asked_at: 0 })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
    .execute();
}

export async function writeAsker(
  tx: Tx,
  postId: number,
  askerId: number,
  isClaimed = false,
  askedAt = Date.now(),
): Promise<void> {
  await tx.db
    .updateTable('post_lock')
    .set({ asker_id: askerId, asked_at: askedAt, refused_id: 0, claimed: isClaimed ? 1 : 0 })
    .where('post_id', '=', postId)
    .execute();
}

/** Releases a closed window's lock, or one handed to the user that no window holds yet. Locks of the user's other windows stay. */
export async function removeLock(tx: Tx, postId: number, userId: number, windowId: string): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('post_lock')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('window_id', 'in', [windowId, ''])
    .executeTakeFirst();
  return Number(gone.numDeletedRows) > 0;
}

export async function removeAsker(tx: Tx, postId: number, userId: number): Promise<void> {
  await tx.db
    .updateTable('post_lock')
    .set({ asker_id: 0, asked_at: 0, claimed: 0 })
    .where('post_id', '=', postId)
    .where('asker_id', '=', userId)
    .execute();
}

export async function forgetLockers(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('post_lock').where('user_id', '=', userId).execute();
  await tx.db
    .updateTable('post_lock')
    .set({ asker_id: 0, asked_at: 0, claimed: 0 })
    .where('asker_id', '=', userId)
    .execute();
  await tx.db.updateTable('post_lock').set({ refused_id: 0 }).where('refused_id', '=', userId).execute();
}
