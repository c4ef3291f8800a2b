import { z } from 'zod';
import type { Tx } from '../../db/open-database.ts';
import { noteActivity } from '../activity/writer.ts';
import { readInput, refuseUnseen } from '../command.ts';
import { sentId } from '../input-kinds.ts';
import { readSettings } from '../settings/reader.ts';
import type { Actor } from '../users/role.ts';
import { commentToChange } from './comment-to-change.ts';
import { commentStatuses } from './comment.ts';
import type { CommentStatus } from './comment.ts';
import { tellOfComments } from './notice.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId, status: z.enum(commentStatuses) });

/**
 * Approves a comment, holds it back, marks it as spam or throws it away for somebody who saw the status `from`; the authors of its post hear of one that waited
 * and is public. Throws `StaleError` with both sides.
 */
export async function moderateComment(tx: Tx, actor: Actor | undefined, input: z.input<typeof schema>, from: CommentStatus): Promise<void> {
  const { id, status } = readInput(schema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  refuseUnseen(`the status of comment ${id}`, { mine: status, theirs: comment.status }, from);
  if (status === comment.status) return;
  await writer.updateComment(tx, id, { status });
  if (status === 'approved' && comment.status === 'hold') await tellOfComments(tx, [{ id, status }], (await readSettings(tx.db)).settings);
  await noteActivity(tx, moderator, { verb: 'update', kind: 'comment', itemId: id, summary: `on post ${comment.postId}: ${comment.status} → ${status}` });
}
