import { z } from 'zod';
import type { Tx } from '../../kernel/db/open-database.ts';
import { noteChange, readInput, refuseUnseen, changedFields } from '../../kernel/command.ts';
import type { From } from '../../kernel/command.ts';
import { sentId, sentMarkup, sentText } from '../../kernel/input-kinds.ts';
import { readSettings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import { commentStatuses } from './model.ts';
import type { CommentStatus, Comment } from './model.ts';
import { notifyOfComments } from './submit.ts';
import { dismissReports, recallReports } from './store.ts';
import { whole } from '../../lib/schemas.ts';
import { firstMoment, lastMoment, findSummaries } from '../posts/index.ts';
import { longest, cleanName, cleanVisitorHtml } from './submission.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { demand, refusal } from '../../kernel/permission.ts';
import { approved, editComments, mayChangeComments } from './policy.ts';
import { findCommentToChange } from './reader.ts';
import * as store from './store.ts';

const moderationSchema = z.strictObject({
  id: sentId,
  status: z.enum(commentStatuses),
  /** Undoes the previous decision, without dismissing reports. */
  undo: z.boolean().default(false),
});

/**
 * Sets a comment's status. Approving a public or held one dismisses its reports, holding restores them; spam and trash
 * leave them. Approving a held one notifies the authors, once. Throws `StaleError`.
 */
export async function moderateComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof moderationSchema>,
  from: From<CommentStatus>,
): Promise<void> {
  const { id, status, undo } = readInput(moderationSchema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  refuseUnseen<CommentStatus>(`the status of comment ${id}`, { mine: status, theirs: comment.status }, from);
  const isConfirmed =
    status === 'approved' && (comment.status === 'approved' || comment.status === 'hold') && !undo;
  const [about, reports] = isConfirmed
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
  await store.updateComment(tx, id, { status });
  if (status === 'approved' && comment.status === 'hold')
    await notifyOfComments(tx, [{ id, status }], (await readSettings(tx.db)).settings);
  await noteChange(tx, moderator, {
    verb: 'update',
    kind: 'comment',
    itemId: id,
    summary: `on post ${comment.postId}: ${comment.status} → ${status}`,
  });
}

const readable = (text: string) => text !== '';
const unreadable = 'it holds nothing that can be read; throw the comment away instead';

export const commentFields = {
  /** HTML with the tags that visitors may use. */
  content: sentMarkup(longest.comment).transform(cleanVisitorHtml).refine(readable, unreadable),
  authorName: sentText(longest.author).transform(cleanName).refine(readable, unreadable),
  /** Milliseconds. */
  createdAt: whole(firstMoment, lastMoment),
};
const schema = z.strictObject({ id: sentId, ...z.object(commentFields).partial().shape });

/** Changes a comment's text, name or date. Throws `StaleError` with both sides unless `from` holds the current text and name. */
export async function editComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof schema>,
  from: From<Pick<Comment, 'content' | 'authorName'>>,
): Promise<void> {
  const { id, ...sent } = readInput(schema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  const { content, authorName } = comment;
  refuseUnseen<Pick<Comment, 'content' | 'authorName'>>(
    `comment ${id}`,
    { mine: sent, theirs: { content, authorName } },
    from,
  );
  const changed = changedFields(sent, comment);
  const fields = Object.keys(changed);
  if (fields.length === 0) return;
  await store.updateComment(tx, id, {
    ...(changed.content === undefined ? {} : { content: changed.content }),
    ...(changed.authorName === undefined ? {} : { authorName: changed.authorName }),
    ...(changed.createdAt === undefined ? {} : { createdAt: changed.createdAt }),
  });
  await noteChange(tx, moderator, {
    verb: 'update',
    kind: 'comment',
    itemId: id,
    summary: `on post ${comment.postId}: ${fields.join(', ')}`,
  });
}

const deletionSchema = z.strictObject({ id: sentId });

/** Deletes a comment for good; its replies move up a level. Throws `StaleError` with both sides unless `from` holds the current status and text. */
export async function deleteComment(
  tx: Tx,
  actor: Actor | undefined,
  input: z.input<typeof deletionSchema>,
  from: Pick<Comment, 'status' | 'content'>,
): Promise<void> {
  const { id } = readInput(deletionSchema, input, 'the comment');
  const { actor: moderator, comment } = await commentToChange(tx, actor, id);
  const { status, content } = comment;
  refuseUnseen<object | undefined>(
    `comment ${id}`,
    { mine: undefined, theirs: { status, content } },
    { status: from.status, content: from.content },
  );
  await store.deleteComment(tx, id);
  await noteChange(tx, moderator, {
    verb: 'delete',
    kind: 'comment',
    itemId: id,
    summary: `on post ${comment.postId}`,
  });
}

/**
 * Locks a comment for a moderator or an editor of its post, as in WordPress. Throws `NotFoundError` if it is missing,
 * or held and the actor may not change it.
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
