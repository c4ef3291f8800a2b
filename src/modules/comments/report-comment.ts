import { z } from 'zod';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { ForbiddenError, NotFoundError } from '../../lib/errors.ts';
import { noteChange, readInput } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { findDiscussion } from './submit.ts';
import type { Commenter, Hindrance } from './submit.ts';
import type { Comment } from './model.ts';
import { ofDiscussedType, shownComment } from './policy.ts';
import type { Post } from '../posts/index.ts';
import { maxReportLength, reportReasons } from './model.ts';
import { findComment, findCommentToChange } from './reader.ts';
import { addReport } from './store.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';

const reportSchema = z.strictObject({
  id: sentId,
  reason: z.enum(reportReasons),
  text: z.string().max(maxReportLength),
  /** Same value for all reports of one account or address. */
  reporter: z.string().min(1).max(100),
});

export interface Reporting extends Pick<Commenter, 'unlocks'> {
  readonly at: number;
}

/** Outcomes in which a visitor can read the discussion, even if they can't comment. */
const readable: ReadonlySet<Hindrance | undefined> = new Set([undefined, 'closed', 'members']);

/**
 * Returns a visible comment with its post. Throws the same `NotFoundError` for any other comment and when reports are
 * off, so that callers can't tell these apart.
 */
export async function findReportable(
  read: Reader,
  id: number,
  commenter: Commenter,
  settings: Settings,
  now: number,
): Promise<{ readonly comment: Comment; readonly post: Post }> {
  const comment = settings.comment_reports && id > 0 ? await findComment(read, id) : undefined;
  if (comment && shownComment.test(comment)) {
    const { post, hindrance } = await findDiscussion(read, comment.postId, commenter, settings, now);
    if (post && readable.has(hindrance) && ofDiscussedType.test(post)) return { comment, post };
  }
  throw new NotFoundError(readerText(settings, 'report_missing'), 'report_missing');
}

/**
 * Stores a report and notifies the moderator of the first pending one; a second report by the same reader is ignored.
 * Throws `NotFoundError` for a comment that the reader can't see, and `ForbiddenError` for their own.
 */
export async function reportComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof reportSchema>,
  { unlocks, at }: Reporting,
  settings: Settings,
): Promise<void> {
  const { id, reason, text, reporter } = readInput(reportSchema, input, 'the report');
  // Locks the comment, so that only one of two concurrent reports counts as the first.
  await findCommentToChange(tx, id);
  const { comment } = await findReportable(tx.db, id, { actor, unlocks }, settings, at);
  if (actor && comment.userId === actor.id)
    throw new ForbiddenError(readerText(settings, 'report_own'), 'report_own');
  const added = await addReport(tx, {
    commentId: id,
    postId: comment.postId,
    userId: actor?.id ?? 0,
    reporter,
    reason,
    text,
    createdAt: at,
  });
  if (!added) return;
  if (added === 'first') await notifyOfReport(tx, id, settings);
  if (actor)
    await noteChange(tx, actor, {
      verb: 'create',
      kind: 'comment',
      itemId: id,
      summary: `report of it: ${reason}`,
    });
}

const schema = z.object({ commentId: z.int().positive() });

export const reportNoticeJob: JobKind<z.output<typeof schema>> = {
  name: 'report-notice',
  schema,
  tries: { firstPauseMs: 5000, maxPauseMs: 3_600_000, most: 20 },
};

async function notifyOfReport(
  tx: Tx,
  commentId: number,
  { reports_notify: isNotified }: Pick<Settings, 'reports_notify'>,
): Promise<void> {
  if (isNotified)
    await enqueueJobs(tx, reportNoticeJob, [{ key: String(commentId), payload: { commentId } }]);
}
