import type { Tx } from '../../kernel/db/open-database.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { noteChange } from '../../kernel/command.ts';
import { findPost } from '../posts/reader.ts';
import { readerText } from '../settings/definitions/translations.ts';
import type { Settings } from '../settings/settings.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Pass } from './captcha-pass.ts';
import type { CommentStatus } from './comment.ts';
import { findDiscussion } from './discussion.ts';
import type { Commenter, Hindrance } from './discussion.ts';
import { judge } from './moderation.ts';
import type { Judged } from './moderation.ts';
import { tellOfComments } from './notice.ts';
import { demand } from '../../kernel/permission.ts';
import { approved, commentForOthers, mayModerate } from './policy.ts';
import { createComment, usePass } from './writer.ts';

/** A comment that passed every check that needs no database. */
export interface Submission extends Judged, Pick<Commenter, 'unlocks'> {
  readonly postId: number;
  /** 0: answers the post itself. */
  readonly parentId: number;
  /** An answer to what is not there, or no longer public, is refused; else it answers the post. */
  readonly needsParent?: boolean;
  /** The captcha's, where there is one: it lets one comment in. */
  readonly pass: Pass | undefined;
  /** Milliseconds. */
  readonly at: number;
  /** Set when a moderator writes for an account or a guest (`userId` 0): nobody is notified. */
  readonly onBehalf?: { readonly userId: number; readonly status: CommentStatus };
}

/**
 * Writes a comment of somebody (undefined: a visitor), and has those told of it who moderate or wrote the post. Throws `NotFoundError` for a post that they
 * can't see, `ForbiddenError` where its discussion is closed to them or a captcha pass was used, `InvalidInputError` for a parent that is missing and needed,
 * `ConflictError` for a comment that is there already. Comments on one post come one after the other. Those of moderators and of who wrote the post wait for
 * nobody. What a visitor writes is noted as the comment itself.
 */
export async function submitComment(
  tx: Tx,
  actor: Actor | undefined,
  submission: Submission,
  settings: Settings,
): Promise<{ readonly id: number; readonly status: CommentStatus }> {
  const {
    onBehalf,
    postId,
    parentId,
    needsParent = false,
    unlocks,
    content,
    authorName,
    authorEmail,
    authorUrl,
    ip,
    at,
  } = submission;
  if (onBehalf) demand(commentForOthers, actor, undefined);
  // Without the lock a comment that is sent twice at once would be looked for twice before it is there, and one that is answered could go meanwhile.
  if (tx.dialect.rowLocks)
    await tx.db.selectFrom('post').select('id').where('id', '=', postId).forUpdate().execute();
  const { hindrance } = await findDiscussion(
    tx.db,
    postId,
    { actor, unlocks },
    settings,
    onBehalf ? Date.now() : at,
  );
  if (hindrance) throw hindered(hindrance, settings);
  if (submission.pass) await demandPass(tx, submission.pass, at, settings);
  const isAnswer = parentId > 0 && settings.thread_comments;
  const parent = isAnswer ? await findParent(tx, postId, parentId) : 0;
  if (isAnswer && parent === 0 && needsParent) {
    const fault = `There is no public comment ${parentId} on this post that could be answered.`;
    throw new InvalidInputError(fault, 'rest_invalid_param', { parentId: fault });
  }
  if (await isDuplicate(tx, submission, parent))
    throw new ConflictError(readerText(settings, 'comment_duplicate'), 'comment_duplicate');
  const isTrusted = actor && (mayModerate(actor) || (await isByline(tx, postId, actor.id)));
  const status =
    onBehalf?.status ?? (isTrusted ? 'approved' : await moderated(tx, actor, submission, settings));
  const id = await createComment(tx, {
    postId,
    parentId: parent,
    userId: onBehalf ? onBehalf.userId : (actor?.id ?? 0),
    status,
    authorName,
    authorEmail,
    authorUrl,
    authorIp: ip,
    createdAt: at,
    content,
    isTold: onBehalf !== undefined,
  });
  if (!onBehalf) await tellOfComments(tx, [{ id, status }], settings);
  if (actor)
    await noteChange(tx, actor, {
      verb: 'create',
      kind: 'comment',
      itemId: id,
      summary: `on post ${postId}: ${status}`,
    });
  return { id, status };
}

/** What readers are told where they can't comment: of a post that they can't see, that there is none. */
export function hindered(hindrance: Hindrance, settings: Settings): NotFoundError | ForbiddenError {
  switch (hindrance) {
    case 'closed':
      return new ForbiddenError(readerText(settings, 'comment_closed'), 'comment_closed');
    case 'members':
      return new ForbiddenError(readerText(settings, 'comment_members_only'), 'comment_closed');
    default:
      return new NotFoundError(readerText(settings, 'comment_post_missing'), 'comment_post_missing');
  }
}

async function moderated(
  tx: Tx,
  actor: Actor | undefined,
  submission: Submission,
  settings: Settings,
): Promise<CommentStatus> {
  const judged = judge(submission, settings);
  return judged === 'approved' &&
    settings.comment_previously_approved &&
    !(await hadOneApproved(tx, actor, submission))
    ? 'hold'
    : judged;
}

async function isByline(tx: Tx, postId: number, userId: number): Promise<boolean> {
  return (await findPost(tx.db, postId))?.authorIds.includes(userId) ?? false;
}

/** The comment that is answered, if visitors see it; else 0, so that no answer hangs where nobody finds it. */
async function findParent(tx: Tx, postId: number, parentId: number): Promise<number> {
  const parent = await tx.db
    .selectFrom('comment')
    .select('id')
    .where('id', '=', parentId)
    .where('post_id', '=', postId)
    .where(approved.sql())
    .executeTakeFirst();
  return parent?.id ?? 0;
}

async function demandPass(tx: Tx, pass: Pass, now: number, settings: Settings): Promise<void> {
  if (!(await usePass(tx, pass, now)))
    throw new ForbiddenError(readerText(settings, 'captcha_used'), 'captcha_used');
}

/** The same words by the same person in the same place, wherever moderation put them but the trash. */
async function isDuplicate(
  tx: Tx,
  { postId, content, authorName, authorEmail, ip }: Submission,
  parentId: number,
): Promise<boolean> {
  const same = tx.db
    .selectFrom('comment')
    .select('id')
    .where('post_id', '=', postId)
    .where('parent_id', '=', parentId)
    .where('status', '<>', 'trash')
    .where('content', '=', content);
  const byName = same.where('author_ip', '=', ip).where('author_name', '=', authorName);
  const found =
    authorEmail === ''
      ? undefined
      : await same.where('author_email', '=', authorEmail).limit(1).executeTakeFirst();
  return (found ?? (await byName.limit(1).executeTakeFirst())) !== undefined;
}

async function hadOneApproved(
  tx: Tx,
  actor: Actor | undefined,
  { authorName, authorEmail }: Submission,
): Promise<boolean> {
  if (authorEmail === '') return false;
  const shown = tx.db
    .selectFrom('comment')
    .select('id')
    .where('author_email', '=', authorEmail)
    .where(approved.sql())
    .limit(1);
  const theirs = actor ? shown.where('user_id', '=', actor.id) : shown.where('author_name', '=', authorName);
  return (await theirs.executeTakeFirst()) !== undefined;
}
