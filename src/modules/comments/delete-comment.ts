import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseUnseen } from '../../kernel/command.ts';
import { sentId } from '../../kernel/input-kinds.ts';
import type { Actor } from '../../kernel/actor.ts';
import { commentToChange } from './comment-to-change.ts';
import type { Comment } from './comment.ts';
import * as writer from './writer.ts';

const schema = z.strictObject({ id: sentId });

/** Deletes a comment for good, for somebody who saw the status and text `from`; its answers move up. Throws `StaleError` with both sides. */
export async function deleteComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: Pick<Comment, 'status' | 'content'>,
): Promise<void> {
  const { id } = readInput(schema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  const { status, content } = comment;
  refuseUnseen<object | undefined>(
    `comment ${id}`,
    { mine: undefined, theirs: { status, content } },
    { status: from.status, content: from.content },
  );
  await writer.deleteComment(tx, id);
  await noteChange(tx, moderator, {
    verb: 'delete',
    kind: 'comment',
    itemId: id,
    summary: `on post ${comment.postId}`,
  });
}
