import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import { readSettings } from '../settings/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import { commentToChange } from './comment-to-change.ts';
import { commentStatuses } from './comment.ts';
import type { CommentStatus } from './comment.ts';
import { tellOfComments } from './notice.ts';
import { dismissReports, recallReports } from './reports.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({
  id: sentId,
  status: z.enum(commentStatuses),
  /** It takes the decision before back: nothing is said by it of what was reported. */
  undo: z.boolean().default(false),
});

/**
 * Approves a comment, holds it back, marks it as spam or throws it away for somebody who saw the status `from`; the authors of its post hear of one that waited
 * and is public, once. Who approves one that is public, or waits, keeps it, whatever was reported of it; who holds one back keeps it no longer, and what was
 * said waits with it. One that is brought back from spam or trash is as it was, with what was said of it. Throws `StaleError` with both sides.
 */
export async function moderateComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<CommentStatus>,
): Promise<void> {
  const { id, status, undo } = readInput(schema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  refuseUnseen<CommentStatus>(`the status of comment ${id}`, { mine: status, theirs: comment.status }, from);
  const isKept =
    status === 'approved' && (comment.status === 'approved' || comment.status === 'hold') && !undo;
  const [about, reports] = isKept
    ? (['reports dismissed', await dismissReports(tx, id)] as const)
    : status === 'hold' && comment.status === 'approved'
      ? (['reports that wait again', await recallReports(tx, id)] as const)
      : (['', 0] as const);
  if (reports > 0) {
    await noteChange(tx, moderator, {
      verb: 'update',
      kind: 'comment',
      itemId: id,
      summary: `on post ${comment.postId}: ${about}: ${reports}`,
    });
  }
  if (status === comment.status) return;
  await writer.updateComment(tx, id, { status });
  if (status === 'approved' && comment.status === 'hold')
    await tellOfComments(tx, [{ id, status }], (await readSettings(tx.db)).settings);
  await noteChange(tx, moderator, {
    verb: 'update',
    kind: 'comment',
    itemId: id,
    summary: `on post ${comment.postId}: ${comment.status} → ${status}`,
  });
}
