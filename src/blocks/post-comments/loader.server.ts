import type { Comment, ThreadedComment } from '../../modules/comments/model.ts';
import { isStaticFront } from '../../modules/content/trail.ts';
import { closesAt, ofDiscussedType, whyClosed } from '../../modules/comments/policy.ts';
import { findComment, readingOrderOf } from '../../modules/comments/reader.ts';
import type { ThreadPage } from '../../modules/comments/reader.ts';
import { isNameRequired } from '../../modules/comments/submission.ts';
import { placeAnswer } from '../../modules/comments/model.ts';
import { commentPagePath, partPath } from '../../modules/types/permalinks.ts';
import type { Post } from '../../modules/posts/model.ts';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import { siteTypography } from '../../modules/settings/site-facts.ts';
import { logInUrl, logOutUrl, reportAddress } from '../../lib/account-urls.ts';
import { withQuery } from '../../lib/urls.ts';
import type { Discussion, LoadContext } from '../load-context.ts';
import { portraitOf } from '../authors.server.ts';
import { commentHtml, commentSite } from './comment-html.server.ts';
import { commentTexts, formCaptcha } from './comment-form.server.ts';
import type { CommentFormData, PostCommentsData, ShownComment } from './data.ts';

/** Fewer comments don't need sorting. */
const minToSort = 3;

const noThread: ThreadPage = { comments: [], pages: 1, total: 0, pings: [] };

export async function load(_settings: unknown, context: LoadContext): Promise<PostCommentsData | undefined> {
  claimDiscussion(context);
  return discussionOfPage(context);
}

/** Whether this block gets the page's comment form with WordPress' ids. Call it before the first `await`: the template's blocks have priority. */
export const claimForm = (context: LoadContext): boolean => context.claim('comment form');
/** Likewise for a block with the whole discussion: form, heading and comments. */
export const claimDiscussion = (context: LoadContext): boolean =>
  claimForm(context) &&
  context.claim('comments') &&
  context.claim(`comments ${partPath(context.page.path, context.page.pageNumber)}`);

/** The discussion of the page's post; undefined on a static front page. */
export async function discussionOfPage(context: LoadContext): Promise<PostCommentsData | undefined> {
  const { post, discussion = { page: 1, replyTo: 0 }, path, pageNumber } = context.page;
  if (!post || isStaticFront(context.page)) return undefined;
  return context.cache(`discussion ${post.id}`, (inner) =>
    loadDiscussion(inner, { post, path: partPath(path, pageNumber), asked: discussion }),
  );
}

/** `path`: of the page that shows it. */
export interface AskedDiscussion {
  readonly post: Post;
  readonly path: string;
  readonly asked: Discussion;
}

/** The discussion of a post; undefined if it has no comments and accepts no new ones. */
export async function loadDiscussion(
  context: LoadContext,
  { post, path, asked }: AskedDiscussion,
): Promise<PostCommentsData | undefined> {
  const { content } = context;
  if (!ofDiscussedType.test(post) || (post.isProtected && !context.viewer.unlocked.has(post.id)))
    return undefined;
  const site = await content.settings.current();
  const why = whyClosed(post, site, context.now, () => context.viewer.actor !== undefined);
  const { ownHeld } = context.viewer;
  if (post.commentCount === 0 && why === 'closed' && ownHeld.length === 0) return undefined;
  context.tag(`comments:${post.id}`);
  const closing = closesAt(post, site) - context.now;
  if (closing > 0 && closing < Number.POSITIVE_INFINITY) context.expireIn(closing);

  const usual = readingOrderOf(site);
  const order = asked.order === undefined ? usual : { ...usual, newestFirst: asked.order === 'desc' };
  const inOrder = (url: string, newestFirst: boolean) =>
    newestFirst === usual.newestFirst ? url : withQuery(url, `comment_order=${newestFirst ? 'desc' : 'asc'}`);
  const thread =
    post.commentCount === 0
      ? noThread
      : ((await context.together.thread(post.id, order, asked.page)) ?? noThread);
  if (asked.page > thread.pages) context.absent();
  const own = await Promise.all(ownHeld.map((id) => findComment(content.database.read, id)));
  const comments = own.reduce(
    (placed, one) =>
      one && one.postId === post.id && one.status !== 'approved'
        ? placeAnswer(placed, one, order.newestFirst)
        : placed,
    thread.comments,
  );
  if (why === 'closed' && comments.length === 0 && thread.pings.length === 0) return undefined;
  const portraits = new Map(
    await Promise.all(
      [...new Set(comments.map(({ userId }) => userId))]
        .filter((id) => id > 0)
        .map(async (id) => [id, await portraitOf(context, id)] as const),
    ),
  );

  const levels = site.thread_comments ? site.thread_comments_depth : 1;
  const pageUrl = (n: number) => inOrder(commentPagePath(path, n), order.newestFirst);
  const formUrl = `${pageUrl(asked.page)}#respond`;
  const actor = site.comment_registration ? context.viewer.actor : undefined; // else the page is cached, and the form's script shows the logged-in user
  const replyUrl = (comment: ThreadedComment) =>
    why || comment.status !== 'approved' || comment.depth + 1 >= levels
      ? ''
      : `${withQuery(pageUrl(asked.page), `replytocom=${comment.id}`)}#respond`;
  // The author is only known on uncached pages; the report form checks it again.
  const reportUrl = ({ id, status, userId }: ThreadedComment) =>
    !site.comment_reports || status !== 'approved' || (actor && actor.id === userId) ? '' : reportAddress(id);
  const next = asked.page < thread.pages ? `${pageUrl(asked.page + 1)}#comments` : undefined;
  const previous = asked.page > 1 ? `${pageUrl(asked.page - 1)}#comments` : undefined;
  return {
    total: thread.total,
    comments: comments.map((comment) => ({
      ...toShown(comment, portraits.get(comment.userId), post, { site, siteUrl: content.siteUrl }),
      replyUrl: replyUrl(comment),
      reportUrl: reportUrl(comment),
      url: `${pageUrl(asked.page)}#comment-${comment.id}`,
    })),
    pings: thread.pings.map(({ id, authorName, authorUrl }) => ({
      id,
      title: siteTypography(site).line(authorName) || authorUrl,
      url: linkable(authorUrl),
    })),
    form: why
      ? undefined
      : {
          ...formOf(
            post,
            site,
            comments.find(({ id, status }) => id === asked.replyTo && status === 'approved'),
            formUrl,
          ),
          ...(actor ? { captcha: undefined } : {}),
          signedIn: actor && { name: actor.displayName, logOutUrl: logOutUrl(formUrl) },
        },
    closed: why && readerText(site, why === 'closed' ? 'comment_closed' : 'comment_members_only'),
    logInUrl: why === 'members' ? logInUrl(formUrl) : undefined,
    orders:
      thread.total < minToSort
        ? undefined
        : [false, true].map((newestFirst) => ({
            newestFirst,
            url: `${inOrder(path, newestFirst)}#comments`,
            isCurrent: newestFirst === order.newestFirst,
          })),
    levels,
    path,
    page: asked.page,
    pages: thread.pages,
    older: order.newestFirst ? next : previous,
    newer: order.newestFirst ? previous : next,
    texts: commentTexts(site),
  };
}

function formOf(
  post: Post,
  site: Settings,
  replyTo: Comment | undefined,
  cancelUrl: string,
): Omit<CommentFormData, 'signedIn'> {
  return {
    postId: post.id,
    nameRequired: isNameRequired(site),
    replyTo: replyTo && site.thread_comments ? { id: replyTo.id, name: nameOf(replyTo, site) } : undefined,
    cancelUrl,
    captcha: formCaptcha(site),
  };
}

const nameOf = ({ authorName }: Comment, site: Settings) =>
  siteTypography(site).line(authorName) || readerText(site, 'comment_anonymous');

function toShown(
  comment: ThreadedComment,
  portrait: string | undefined,
  post: Post,
  { site, siteUrl }: { readonly site: Settings; readonly siteUrl: string },
): Omit<ShownComment, 'replyUrl' | 'reportUrl' | 'url'> {
  return {
    id: comment.id,
    authorName: nameOf(comment, site),
    authorUrl: linkable(comment.authorUrl),
    authorColor: comment.userId || colorOf(comment.authorName),
    userId: comment.userId,
    portrait,
    isPostAuthor: comment.userId > 0 && post.authorIds.includes(comment.userId),
    isHeld: comment.status !== 'approved',
    createdAt: comment.createdAt,
    html: commentHtml(comment.content, commentSite(siteUrl, site)),
    depth: comment.depth,
  };
}

function linkable(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '';
}

function colorOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}
