import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import type { JobKind } from '../jobs/job.ts';
import { enqueueJobs } from '../jobs/writer.ts';
import type { Settings } from '../settings/settings.ts';
import { commentStatuses } from './comment.ts';
import type { Comment, CommentStatus } from './comment.ts';

const schema = z.object({ commentId: z.int().positive(), status: z.enum(commentStatuses) });

/** Somebody is told of a comment; nobody is where its status is another one when its turn comes. */
export const noticeJob: JobKind<z.output<typeof schema>> = {
  name: 'comment-notice',
  schema,
  tries: { firstPauseMs: 5000, longestPauseMs: 3_600_000, most: 20 },
};

/**
 * Has the moderator told of comments that wait, and the authors of a post, once, of those that are public, as the settings say: in the transaction that gave
 * them their status.
 */
export async function tellOfComments(
  tx: Tx,
  comments: readonly Pick<Comment, 'id' | 'status'>[],
  settings: NoticeSettings,
): Promise<void> {
  const told = comments.filter(({ status }) => isToldOf(status, settings));
  await enqueueJobs(
    tx,
    noticeJob,
    told.map(({ id: commentId, status }) => ({
      key: `${commentId}:${status}`,
      payload: { commentId, status },
    })),
  );
}

type NoticeSettings = Pick<Settings, 'comments_notify' | 'moderation_notify'>;

/** Whether anybody is told of a comment with this status. */
export function isToldOf(
  status: CommentStatus,
  { comments_notify: whenPublic, moderation_notify: whenHeld }: NoticeSettings,
): boolean {
  return status === 'approved' ? whenPublic : status === 'hold' && whenHeld;
}
