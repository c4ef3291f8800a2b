import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { normalizeEmail } from '../../lib/normalize-email.ts';
import { portions } from '../../lib/batch.ts';
import { holdUsers } from '../users/index.ts';
import type { Pass } from './captcha.ts';
import type { CommentStatus, CommentType, CommentReport } from './model.ts';
import { approved, ofStatuses } from './policy.ts';
import { placeComments } from './model.ts';

export interface CommentInput {
  /** Id from an import, used if it is free. */
  readonly id?: number;
  readonly postId: number;
  readonly parentId?: number;
  readonly userId?: number;
  /** Default `hold`. */
  readonly status?: CommentStatus;
  readonly type?: CommentType;
  readonly authorName?: string;
  readonly authorEmail?: string;
  readonly authorUrl?: string;
  readonly authorIp?: string;
  /** Milliseconds; default now. */
  readonly createdAt?: number;
  /** HTML; the caller has cleaned it. */
  readonly content: string;
  /** The post's authors have been notified already, for example on the imported site. */
  readonly isTold?: boolean;
}

/**
 * Creates a comment; returns its id. Drops a parent on another post. A missing parent is allowed for imports only (with
 * `id`), which call `repairComments` at the end.
 */
export async function createComment(tx: Tx, input: CommentInput): Promise<number> {
  await holdUsers(tx, [input.userId ?? 0]);
  const post = await tx.db.selectFrom('post').select('id').where('id', '=', input.postId).executeTakeFirst();
  if (!post)
    throw new InvalidInputError(
      `There is no post ${input.postId} to comment on.`,
      'rest_comment_invalid_post_id',
    );
  const parent = input.parentId
    ? await tx.db
        .selectFrom('comment')
        .select(['post_id', 'thread_id'])
        .where('id', '=', input.parentId)
        .executeTakeFirst()
    : undefined;
  const threadId = parent?.post_id === input.postId ? parent.thread_id : 0;
  const hasParent = threadId > 0 || (!parent && input.id !== undefined && input.parentId !== input.id);
  const status = input.status ?? 'hold';
  const { id } = await tx.db
    .insertInto('comment')
    .values({
      ...(input.id === undefined ? {} : { id: input.id }),
      post_id: input.postId,
      parent_id: hasParent ? (input.parentId ?? 0) : 0,
      thread_id: threadId,
      user_id: input.userId ?? 0,
      status,
      type: input.type ?? 'comment',
      author_name: input.authorName ?? '',
      author_email: normalizeEmail(input.authorEmail ?? ''),
      author_url: input.authorUrl ?? '',
      author_ip: input.authorIp ?? '',
      created_at: input.createdAt ?? Date.now(),
      content: input.content,
      is_untold: input.isTold ? 0 : 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (threadId === 0)
    await tx.db.updateTable('comment').set({ thread_id: id }).where('id', '=', id).execute();
  if (approved.test({ status })) await visibleChange(tx, input.postId, 1);
  return id;
}

/** Records that the authors are notified of a comment; returns whether this is the first time. */
export async function markNotified(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('comment')
    .set({ is_untold: 0 })
    .where('id', '=', id)
    .where('is_untold', '=', 1)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function updateComment(
  tx: Tx,
  id: number,
  changes: Partial<
    Pick<CommentInput, 'status' | 'content' | 'authorName' | 'authorEmail' | 'authorUrl' | 'createdAt'>
  >,
): Promise<void> {
  const before = await tx.db
    .selectFrom('comment')
    .select(['post_id', 'status'])
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!before) throw new NotFoundError(`There is no comment ${id}.`, 'rest_comment_invalid_id');
  const values = Object.entries({
    status: changes.status,
    content: changes.content,
    author_name: changes.authorName,
    author_email: changes.authorEmail === undefined ? undefined : normalizeEmail(changes.authorEmail),
    author_url: changes.authorUrl,
    created_at: changes.createdAt,
  }).filter(([, value]) => value !== undefined);
  if (values.length === 0) return;
  await tx.db.updateTable('comment').set(Object.fromEntries(values)).where('id', '=', id).execute();
  const was = approved.test(before);
  const is = approved.test({ status: changes.status ?? before.status });
  if (was || is) await visibleChange(tx, before.post_id, Number(is) - Number(was));
}

export async function deleteComment(tx: Tx, id: number): Promise<void> {
  const deleted = await tx.db
    .selectFrom('comment')
    .select(['post_id', 'parent_id', 'thread_id', 'status'])
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!deleted) return;
  const first = deleted.thread_id === id;
  if (tx.dialect.rowLocks) {
    // A concurrent reply locks the post and is invisible until it commits. Comments are locked before their post, as in
    // updates.
    await tx.db
      .selectFrom('comment')
      .select('id')
      .where('post_id', '=', deleted.post_id)
      .where(first ? 'thread_id' : 'parent_id', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute();
    await tx.db.selectFrom('post').select('id').where('id', '=', deleted.post_id).forNoKeyUpdate().execute();
  }
  await tx.db.deleteFrom('comment').where('id', '=', id).execute();
  await tx.db.deleteFrom('comment_report').where('comment_id', '=', id).execute();
  await tx.db
    .updateTable('comment')
    .set({ parent_id: first ? 0 : deleted.parent_id })
    .where('post_id', '=', deleted.post_id)
    .where('parent_id', '=', id)
    .execute();
  if (first) await placeAgain(tx, deleted.post_id, id);
  if (approved.test(deleted)) await visibleChange(tx, deleted.post_id, -1);
}

export async function repairComments(tx: Tx, postId: number): Promise<void> {
  await placeAgain(tx, postId);
  const { count } = await tx.db
    .selectFrom('comment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .where(approved.sql())
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('post')
    .set({ comment_count: Number(count) })
    .where('id', '=', postId)
    .execute();
  await visibleChange(tx, postId, 0);
}

async function placeAgain(tx: Tx, postId: number, threadId?: number): Promise<void> {
  let query = tx.db
    .selectFrom('comment')
    .select(['id', 'parent_id', 'thread_id'])
    .where('post_id', '=', postId);
  if (threadId !== undefined) query = query.where('thread_id', '=', threadId);
  const rows = await query.execute();
  const places = placeComments(rows.map((row) => ({ id: row.id, parentId: row.parent_id })));
  const moved = new Map<number, number[]>();
  const cut: number[] = [];
  for (const row of rows) {
    const place = places.get(row.id);
    if (!place) continue;
    if (place.threadId !== row.thread_id) {
      const ids = moved.get(place.threadId);
      if (ids) ids.push(row.id);
      else moved.set(place.threadId, [row.id]);
    }
    if (place.parentId !== row.parent_id) cut.push(row.id);
  }
  for (const [thread, ids] of moved) {
    for (const some of portions(ids))
      await tx.db.updateTable('comment').set({ thread_id: thread }).where('id', 'in', some).execute();
  }
  for (const id of cut)
    await tx.db.updateTable('comment').set({ parent_id: 0 }).where('id', '=', id).execute();
}

/** Invalidates the post's pages; not called for changes to held comments. */
async function visibleChange(tx: Tx, postId: number, count: number): Promise<void> {
  if (count !== 0) {
    await tx.db
      .updateTable('post')
      .set((eb) => ({ comment_count: eb('comment_count', '+', count) }))
      .where('id', '=', postId)
      .execute();
  }
  tx.emit(`comments:${postId}`, count < 0 ? 'remove' : 'change');
  tx.emit(`post:${postId}`);
  tx.emit('list:comments', count < 0 ? 'remove' : 'change');
}

/** Anonymizes the comments of an account or email address and keeps their text. Returns their number. */
export async function forgetCommenter(
  tx: Tx,
  { userId, email }: { readonly userId: number; readonly email: string },
): Promise<number> {
  const theirs = await tx.db
    .updateTable('comment')
    .set({ user_id: 0, author_name: '', author_email: '', author_url: '', author_ip: '' })
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(email === '' ? [] : [eb('author_email', '=', normalizeEmail(email))]),
      ]),
    )
    .returning(['post_id', 'status'])
    .execute();
  const shownOn = new Set(theirs.filter(approved.test).map(({ post_id: postId }) => postId));
  for (const postId of shownOn) tx.emit(`comments:${postId}`, 'remove');
  if (shownOn.size > 0) tx.emit('list:comments', 'remove');
  return theirs.length;
}

export async function detachComments(tx: Tx, userId: number): Promise<void> {
  await tx.db.updateTable('comment').set({ user_id: 0 }).where('user_id', '=', userId).execute();
}

export async function usePass(tx: Tx, { nonce, expiresAt }: Pass, now: number): Promise<boolean> {
  await tx.db.deleteFrom('used_pass').where('expires_at', '<', now).execute();
  const used = await tx.db
    .insertInto('used_pass')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return used !== undefined;
}

/** Reports stored per comment; bounds what one attacker with many addresses can write. */
const maxReports = 100;

export interface NewReport extends CommentReport {
  readonly commentId: number;
  readonly postId: number;
  /** 0 for visitors. */
  readonly userId: number;
  /** Same value for all reports of one account or address; not the address itself. */
  readonly reporter: string;
}

/**
 * Stores a report; the caller has locked the comment. Returns undefined for a repeated report or beyond the limit, else
 * whether it is the first pending one.
 */
export async function addReport(
  tx: Tx,
  { commentId, postId, userId, reporter, reason, text, createdAt }: NewReport,
): Promise<'first' | 'further' | undefined> {
  await holdUsers(tx, [userId]);
  const before = await tx.db
    .selectFrom('comment_report')
    .select(['reporter', 'is_dismissed'])
    .where('comment_id', '=', commentId)
    .execute();
  if (before.length >= maxReports || before.some((report) => report.reporter === reporter)) return undefined;
  await tx.db
    .insertInto('comment_report')
    .values({
      comment_id: commentId,
      post_id: postId,
      user_id: userId,
      reporter,
      reason,
      text,
      created_at: createdAt,
    })
    .execute();
  return before.every(({ is_dismissed: isDismissed }) => isDismissed === 1) ? 'first' : 'further';
}

/** Dismisses a comment's reports and ignores further ones by the same reporters. Returns how many were pending. */
export async function dismissReports(tx: Tx, commentId: number): Promise<number> {
  return setDismissed(tx, commentId, 1);
}

export async function recallReports(tx: Tx, commentId: number): Promise<number> {
  return setDismissed(tx, commentId, 0);
}

async function setDismissed(tx: Tx, commentId: number, value: 0 | 1): Promise<number> {
  const { numUpdatedRows } = await tx.db
    .updateTable('comment_report')
    .set({ is_dismissed: value })
    .where('comment_id', '=', commentId)
    .where('is_dismissed', '=', 1 - value)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function forgetReporter(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('comment_report').where('user_id', '=', userId).execute();
}

/** Pending reports by comment, newest first; comments without reports are missing. */
export async function findReports(
  read: Reader,
  commentIds: readonly number[],
): Promise<Map<number, CommentReport[]>> {
  const found = new Map<number, CommentReport[]>();
  for (const some of portions(commentIds)) {
    const rows = await read
      .selectFrom('comment_report')
      .select(['comment_id', 'reason', 'text', 'created_at'])
      .where('is_dismissed', '=', 0)
      .where('comment_id', 'in', some)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    for (const { comment_id: id, reason, text, created_at: createdAt } of rows)
      found.set(id, [...(found.get(id) ?? []), { reason, text, createdAt }]);
  }
  return found;
}

export async function countReported(read: Reader, postId?: number): Promise<number> {
  const { total } = await read
    .selectFrom('comment_report')
    .innerJoin('comment', 'comment.id', 'comment_report.comment_id')
    .select((eb) => eb.fn.count<number>('comment_report.comment_id').distinct().as('total'))
    .where('is_dismissed', '=', 0)
    .where(ofStatuses(['approved', 'hold']).sql())
    .$if(postId !== undefined, (query) => query.where('comment_report.post_id', '=', postId ?? 0))
    .executeTakeFirstOrThrow();
  return Number(total);
}
