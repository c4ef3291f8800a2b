import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { PostLockTable } from '../../kernel/db/tables/post-tables.ts';

/** Milliseconds after which somebody of whom nothing was heard is not at it any more, and after which nobody is asked any more: WordPress' 150 seconds. */
export const lockMs = 150_000;
/** Milliseconds in which a window that is seen is heard of, and a little more: of who was not, nobody expects last words. */
export const wordMs = 20_000;
/** Milliseconds between two words of a window that is seen. */
export const beatMs = 15_000;

/** Who has a post open to write in it. */
export interface PostLock {
  readonly postId: number;
  readonly userId: number;
  readonly windowId: string;
  /** Milliseconds. */
  readonly since: number;
  /** When they were heard of last, in milliseconds. */
  readonly seenAt: number;
  /** Who asks for it; 0: nobody. */
  readonly askerId: number;
  /** When they asked, or when the first one claimed it from who has it, in milliseconds; 0: nobody asks. */
  readonly askedAt: number;
  /** Who was told no last; 0: nobody. */
  readonly refusedId: number;
  /** Who asks takes it over: they get it with the last words of who has it. */
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

/** The locks of these posts that somebody holds, by post. */
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

/** Gives a post to somebody, or says that they are still at it; what else is left out is nothing. */
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

/** Notes that somebody asks for it, or takes it over; `askedAt`: since when, in milliseconds. */
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

/** Somebody's window is closed; another one of theirs keeps it. What was handed to them, and no window has yet, goes with it. */
export async function removeLock(tx: Tx, postId: number, userId: number, windowId: string): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('post_lock')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .where('window_id', 'in', [windowId, ''])
    .executeTakeFirst();
  return Number(gone.numDeletedRows) > 0;
}

/** Somebody asks for it no more, and takes it over from nobody. */
export async function removeAsker(tx: Tx, postId: number, userId: number): Promise<void> {
  await tx.db
    .updateTable('post_lock')
    .set({ asker_id: 0, asked_at: 0, claimed: 0 })
    .where('post_id', '=', postId)
    .where('asker_id', '=', userId)
    .execute();
}

/** Somebody's account is gone: they are at nothing, and ask for nothing. */
export async function forgetLockers(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('post_lock').where('user_id', '=', userId).execute();
  await tx.db
    .updateTable('post_lock')
    .set({ asker_id: 0, asked_at: 0, claimed: 0 })
    .where('asker_id', '=', userId)
    .execute();
  await tx.db.updateTable('post_lock').set({ refused_id: 0 }).where('refused_id', '=', userId).execute();
}
