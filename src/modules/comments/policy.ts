import { all, fact, never } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Permission, Actor } from '../../kernel/permission.ts';
import { enlisted, isPublic as isPublished, isPublicSql, mayEditPost, ofTypes } from '../posts/index.ts';
import type { isListed, PostSummary } from '../posts/index.ts';
import type { Settings } from '../settings/index.ts';
import { can } from '../users/index.ts';
import type { Comment, CommentStatus, CommentType } from './model.ts';
import { postTypeNamed } from '../types/index.ts';

export function mayModerate(actor: Actor | undefined): boolean {
  return can(actor, 'moderate_comments');
}

/** Whether the actor may moderate the comments on a post: moderators and editors of the post, as in WordPress. */
export function mayChangeComments(
  actor: Actor | undefined,
  post: Parameters<typeof mayEditPost>[1] | undefined,
): boolean {
  return mayModerate(actor) || (post !== undefined && mayEditPost(actor, post));
}

export const commentForOthers: Permission<unknown> = {
  code: 'rest_comment_invalid_author',
  message: "Sorry, you are not allowed to edit 'author' for comments.",
  capability: 'moderate_comments',
  test: mayModerate,
};

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

export function ofStatusAndType(
  statuses: readonly CommentStatus[],
  types: readonly CommentType[],
): Rule<Pick<Comment, 'status' | 'type'>> {
  return all<Pick<Comment, 'status' | 'type'>>(status.is(...statuses), kind.is(...types));
}

const dayMs = 86_400_000;

const status = fact<Pick<Comment, 'status'>, CommentStatus>('comment', 'status', (comment) => comment.status);
const kind = fact<Pick<Comment, 'type'>, CommentType>('comment', 'type', (comment) => comment.type);

export const approved = status.is('approved');
export const ofStatuses = (statuses: readonly CommentStatus[]): Rule<Pick<Comment, 'status'>> =>
  statuses.length === 0 ? never : status.is(...statuses);
export const shownComment = all<Pick<Comment, 'status' | 'type'>>(approved, kind.is('comment'));

/** Public types that support comments; other posts neither show nor accept them. Its SQL complements `enlistedSql`, which tests no type. */
export const ofDiscussedType = ofTypes(({ isPublic, supports }) => isPublic && supports.has('comments'));

export const openlyDiscussed = all<Parameters<typeof isListed>[0]>(enlisted, ofDiscussedType);

export const unlockable = all<Pick<PostSummary, 'type' | 'status'>>(
  { test: isPublished, sql: () => isPublicSql() },
  ofDiscussedType,
);

type Discussed = Pick<PostSummary, 'type' | 'commentStatus' | 'publishedAt'>;
type Rules = Pick<
  Settings,
  'comment_registration' | 'close_comments_for_old_posts' | 'close_comments_days_old'
>;

/** Milliseconds since 1970 when a post's discussion closes; Infinity: never. Only articles close by age, as in WordPress. */
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
 * Returns why a visitor can't comment: closed (also types without comments), or members only (`isMember` is called only
 * then). Undefined: they can. Does not check whether the post is visible.
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
