import { z } from 'zod';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { noteChange } from '../../kernel/command.ts';
import { findPost, findVisiblePosts, hasPage, lackingToRead } from '../posts/index.ts';
import type { Post } from '../posts/index.ts';
import { readerText } from '../settings/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { Pass } from './captcha.ts';
import type { CommentStatus, Comment } from './model.ts';
import { demand } from '../../kernel/permission.ts';
import { approved, commentForOthers, mayModerate, whyClosed } from './policy.ts';
import { createComment, usePass } from './store.ts';
import { emailForms } from '../../lib/normalize-email.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { CleanComment } from './submission.ts';
import type { JobKind } from '../../kernel/jobs/model.ts';
import { enqueueJobs } from '../../kernel/jobs/store.ts';
import { commentStatuses } from './model.ts';

export interface Submission extends Judged, Pick<Commenter, 'unlocks'> {
  readonly postId: number;
  readonly parentId: number;
  /** Refuses a reply to a missing or hidden comment; otherwise it becomes a reply to the post. */
  readonly needsParent?: boolean;
  readonly pass: Pass | undefined;
  /** Milliseconds. */
  readonly at: number;
  /** Set when a moderator writes for an account or a guest (`userId` 0); no notifications are sent. */
  readonly onBehalf?: { readonly userId: number; readonly status: CommentStatus };
}

/**
 * Stores a comment; moderators and the post's authors skip moderation. Throws `NotFoundError`, `ForbiddenError`
 * (closed, pass used), `InvalidInputError` (required parent missing) and `ConflictError` (duplicate).
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
  // The lock serializes comments on a post: two identical submissions would both pass the duplicate check, and the
  // parent could be deleted.
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
  if (!onBehalf) await notifyOfComments(tx, [{ id, status }], settings);
  if (actor)
    await noteChange(tx, actor, {
      verb: 'create',
      kind: 'comment',
      itemId: id,
      summary: `on post ${postId}: ${status}`,
    });
  return { id, status };
}

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

/** The parent's id if visitors can see it, else 0, so that the reply does not end up where no reader sees it. */
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

/** Whether the same author already posted the same text there, whatever its status, except trash. */
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

interface Judged extends CleanComment {
  readonly ip: string;
  readonly userAgent: string;
  /** The honeypot field was filled in. */
  readonly trapped: boolean;
}

type Rules = Pick<
  Settings,
  | 'disallowed_keys'
  | 'moderation_keys'
  | 'comment_moderation'
  | 'comment_max_links'
  | 'comment_previously_approved'
>;

/** Initial status by the site's rules; `approved` is still held if the site requires a previously approved comment. */
function judge(comment: Judged, rules: Rules): CommentStatus {
  if (comment.trapped) return 'spam';
  if (mentions(comment, rules.disallowed_keys)) return 'trash';
  const many = rules.comment_max_links > 0 && countLinks(comment.content) >= rules.comment_max_links;
  return rules.comment_moderation || many || mentions(comment, rules.moderation_keys) ? 'hold' : 'approved';
}

/** Normalizes text for matching: compatibility forms, no invisible characters, lower case. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase();

/** Whether the comment contains one of the lines, case-insensitively; also matches across tags inside a word. */
function mentions(
  { content, authorName, authorEmail, authorUrl, ip, userAgent }: Judged,
  lines: string,
): boolean {
  const keys = plain(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (keys.length === 0) return false;
  const where = [
    content,
    htmlToText(content),
    htmlToText(authorName),
    ...emailForms(authorEmail),
    authorUrl,
    ip,
    userAgent,
  ].map(plain);
  return keys.some((key) => where.some((text) => text.includes(key)));
}

export function countLinks(html: string): number {
  const linked = html.match(/<a\s[^<>]*href/gi)?.length ?? 0;
  // Removes link text, so that a URL in it does not count twice. Splitting at closing tags keeps this linear with any
  // number of unclosed links.
  const outside = html
    .split(/<\/a>/i)
    .map((part, at, all) => (at < all.length - 1 ? part.split(/<a\s[^<>]*>/i, 1)[0] : part))
    .join(' ');
  const bare = outside.replace(/<[^<>]*>/g, ' ').match(/(?:https?:\/\/|\bwww\.)\S/gi)?.length ?? 0;
  return linked + bare;
}

export type Hindrance = 'missing' | 'trash' | 'unpublished' | 'unreadable' | 'closed' | 'members';

export interface Commenter {
  readonly actor: Actor | undefined;
  readonly unlocks: (password: string) => boolean;
}

export interface Discussion {
  readonly post: Post | undefined;
  /** Undefined: commenting is allowed. */
  readonly hindrance: Hindrance | undefined;
  /** The capability needed to see the post; undefined if it is visible, apart from its password. */
  readonly lacking: string | undefined;
}

export async function findDiscussion(
  read: Reader,
  postId: number,
  commenter: Commenter,
  settings: Settings,
  now: number,
): Promise<Discussion> {
  const { actor } = commenter;
  const post = postId > 0 ? await findPost(read, postId) : undefined;
  if (!post) return { post, hindrance: 'missing', lacking: undefined };
  const isVisible = (await findVisiblePosts(read, [postId], actor)).has(postId);
  const refused = (hindrance: Hindrance | undefined): Discussion => ({
    post,
    hindrance,
    lacking: isVisible ? undefined : lackingToRead(actor, post),
  });
  if (post.status === 'trash') return refused('trash');
  if (post.status === 'draft') return refused('unpublished');
  if (isVisible && !hasPage(post)) return refused('unpublished');
  if (!(isVisible && !post.isProtected) && !(await isUnlocked(read, post, commenter)))
    return refused('unreadable');
  return refused(whyClosed(post, settings, now, () => actor !== undefined));
}

async function isUnlocked(read: Reader, post: Post, { unlocks }: Commenter): Promise<boolean> {
  const owner =
    post.status === 'inherit' && post.parentId > 0 ? await findPost(read, post.parentId) : undefined;
  return [post, owner].every(
    (one) => one === undefined || (hasPage(one) && (!one.isProtected || unlocks(one.password))),
  );
}

const schema = z.object({ commentId: z.int().positive(), status: z.enum(commentStatuses) });

export const noticeJob: JobKind<z.output<typeof schema>> = {
  name: 'comment-notice',
  schema,
  tries: { firstPauseMs: 5000, maxPauseMs: 3_600_000, most: 20 },
};

/**
 * Enqueues notifications in the transaction that sets the status: moderators of held comments, authors of public ones
 * (once), as the settings say.
 */
export async function notifyOfComments(
  tx: Tx,
  comments: readonly Pick<Comment, 'id' | 'status'>[],
  settings: NoticeSettings,
): Promise<void> {
  const notified = comments.filter(({ status }) => shouldNotify(status, settings));
  await enqueueJobs(
    tx,
    noticeJob,
    notified.map(({ id: commentId, status }) => ({
      key: `${commentId}:${status}`,
      payload: { commentId, status },
    })),
  );
}

type NoticeSettings = Pick<Settings, 'comments_notify' | 'moderation_notify'>;

export function shouldNotify(
  status: CommentStatus,
  { comments_notify: whenPublic, moderation_notify: whenHeld }: NoticeSettings,
): boolean {
  return status === 'approved' ? whenPublic : status === 'hold' && whenHeld;
}
