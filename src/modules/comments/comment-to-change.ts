import type { Tx } from '../../kernel/db/open-database.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import { findSummaries } from '../posts/reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Comment } from './comment.ts';
import { approved, editComments, mayChangeComments } from './policy.ts';
import { findCommentToChange } from './reader.ts';

/**
 * The comment and who is about to change it: nobody else can until the transaction ends. Comments are for moderators, and for those who may edit the post, as
 * in WordPress. Throws `NotFoundError` for one that is not there, or that waits where it is none of theirs.
 */
export async function commentToChange(
  tx: Tx,
  actor: Actor | undefined,
  id: number,
): Promise<{ readonly actor: Actor; readonly comment: Comment }> {
  if (!actor) throw refusal(actor, editComments);
  const comment = await findCommentToChange(tx, id);
  const post = comment && (await findSummaries(tx.db, [comment.postId])).get(comment.postId);
  const may = mayChangeComments(actor, post);
  if (!comment || (!may && !approved.test(comment)))
    throw new NotFoundError(`There is no comment ${id}.`, 'rest_comment_invalid_id');
  demand(editComments, actor, { mayChange: may });
  return { actor, comment };
}
