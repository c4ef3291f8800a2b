import { all, fact, never } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { enlisted, isPublic as isPublished, isPublicSql, mayEditPost, ofTypes } from '../posts/index.ts';
import type { isListed, PostSummary } from '../posts/index.ts';
import type { Settings } from '../settings/index.ts';
import { can } from '../users/index.ts';
import type { Comment, CommentStatus, CommentType } from './model.ts';
import { postTypeNamed } from '../types/index.ts';

/** Whether somebody may see comments of every status, with email and IP addresses, and decide about them. */
export function mayModerate(actor: Actor | undefined): boolean {
  return can(actor, 'moderate_comments');
}

/** Whether somebody may decide about the comments on a post: moderators, and who may edit it, as in WordPress. */
export function mayChangeComments(
  actor: Actor | undefined,
  post: Parameters<typeof mayEditPost>[1] | undefined,
): boolean {
  return mayModerate(actor) || (post !== undefined && mayEditPost(actor, post));
}

/** Writing comments for other accounts and for guests, as a migration does. */
export const commentForOthers: Permission<unknown> = {
  code: 'rest_comment_invalid_author',
  message: "Sorry, you are not allowed to edit 'author' for comments.",
  capability: 'moderate_comments',
  test: mayModerate,
};

/** A comment, as far as `mayChangeComments` knows of its post. */
interface Decided {
  readonly mayChange: boolean;
}
export const editComments: Permission<Decided> = {
  code: 'rest_cannot_edit',
  message: 'Sorry, you are not allowed to edit this comment.',
  capability: 'moderate_comments',
  test: (_actor, { mayChange }) => mayChange,
};
export const deleteComments: Permission<Decided> = {
  code: 'rest_cannot_delete',
  message: 'Sorry, you are not allowed to delete this comment.',
  capability: 'moderate_comments',
  test: (_actor, { mayChange }) => mayChange,
};

/** Comments of these statuses and kinds: what a moderator asks for. */
export function ofStatusAndType(
  statuses: readonly CommentStatus[],
  types: readonly CommentType[],
): Rule<Pick<Comment, 'status' | 'type'>> {
  return all<Pick<Comment, 'status' | 'type'>>(status.is(...statuses), kind.is(...types));
}

const dayMs = 86_400_000;

const status = fact<Pick<Comment, 'status'>, CommentStatus>('comment', 'status', (comment) => comment.status);
const kind = fact<Pick<Comment, 'type'>, CommentType>('comment', 'type', (comment) => comment.type);

/** What is shown to everybody who may see the post, pings of other sites apart from the rest. */
export const approved = status.is('approved');
/** Comments of these statuses. */
export const ofStatuses = (statuses: readonly CommentStatus[]): Rule<Pick<Comment, 'status'>> =>
  statuses.length === 0 ? never : status.is(...statuses);
/** What everybody may know of on a post that they may see: approved, and no other site's ping. */
export const shownComment = all<Pick<Comment, 'status' | 'type'>>(approved, kind.is('comment'));

/**
 * Posts that have comments: of a type that is shown and supports them. On others they are neither shown nor taken, whatever is stored. Its SQL stands beside
 * `enlistedSql`, which asks no type.
 */
export const ofDiscussedType = ofTypes(({ isPublic, supports }) => isPublic && supports.has('comments'));

/** Posts whose approved comments everybody sees: listed, and of such a type. */
export const openlyDiscussed = all<Parameters<typeof isListed>[0]>(enlisted, ofDiscussedType);

/** Protected posts whose comments everybody sees who gives their password. */
export const unlockable = all<Pick<PostSummary, 'type' | 'status'>>(
  { test: isPublished, sql: () => isPublicSql() },
  ofDiscussedType,
);

type Discussed = Pick<PostSummary, 'type' | 'commentStatus' | 'publishedAt'>;
type Rules = Pick<
  Settings,
  'comment_registration' | 'close_comments_for_old_posts' | 'close_comments_days_old'
>;

/** Milliseconds since 1970 when the discussion of a post closes by itself; Infinity: never. Only articles grow old, as in WordPress. */
export function closesAt(
  { type, publishedAt }: Omit<Discussed, 'commentStatus'>,
  rules: Omit<Rules, 'comment_registration'>,
): number {
  return rules.close_comments_for_old_posts &&
    rules.close_comments_days_old > 0 &&
    postTypeNamed(type).isArticle
    ? publishedAt + rules.close_comments_days_old * dayMs
    : Number.POSITIVE_INFINITY;
}

/**
 * Why somebody can't comment on a post: its type has no comments, its discussion is closed, or the site takes comments of its members only, which `isMember` is
 * asked for then alone. Undefined: they can. Whether they may see the post is another question.
 */
export function whyClosed(
  post: Discussed,
  rules: Rules,
  now: number,
  isMember = () => false,
): 'closed' | 'members' | undefined {
  if (!ofDiscussedType.test(post) || post.commentStatus === 'closed' || closesAt(post, rules) <= now)
    return 'closed';
  return rules.comment_registration && !isMember() ? 'members' : undefined;
}
