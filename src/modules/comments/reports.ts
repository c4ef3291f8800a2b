import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/portions.ts';
import { holdUsers } from '../users/hold-users.ts';
import { ofStatuses } from './policy.ts';
import type { CommentReport } from './report.ts';

/** Reports of one comment that are kept: more say nothing new, and somebody with many addresses fills no disk. */
const mostKept = 100;

/** A report that is to be kept. */
export interface NewReport extends CommentReport {
  readonly commentId: number;
  readonly postId: number;
  /** 0 for visitors. */
  readonly userId: number;
  /** The same for all reports from one account or one address; no address itself. */
  readonly reporter: string;
}

/**
 * Keeps a report of a comment whose row the caller holds. Undefined: this reporter has said so before, or enough others have; else whether it is the first one
 * that waits for a moderator.
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
  if (before.length >= mostKept || before.some((report) => report.reporter === reporter)) return undefined;
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

/** A moderator keeps the comment: what was said of it until now does not count any more, and its reporters are not heard again. Returns how many waited. */
export async function dismissReports(tx: Tx, commentId: number): Promise<number> {
  return setDismissed(tx, commentId, 1);
}

/** A moderator keeps the comment no longer: what was said of it waits again. Returns how many had been dismissed. */
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

/** Reports go with the account that made them. */
export async function forgetReporter(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('comment_report').where('user_id', '=', userId).execute();
}

/** What waits for a moderator, by comment, the newest first; comments of which nobody said anything are missing. */
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

/** How many comments that are public or wait are reported, on one post where it is named. */
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
