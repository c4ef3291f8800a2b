import type { ThreadedComment } from '../../content/comments/comment.ts';
import { findThread } from '../../content/comments/reader.ts';
import { readerText } from '../../content/settings/definitions/translations.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import { portraitOf } from '../portrait.server.ts';
import { commentHtml } from './comment-html.server.ts';
import type { PostCommentsData, ShownComment } from './data.ts';

/** Threads on a page when comments are not split into pages. */
const mostThreads = 500;

export async function load(_settings: unknown, context: LoadContext): Promise<PostCommentsData | undefined> {
  const { content, page } = context;
  const { post } = page;
  if (!post || post.commentCount === 0 || (post.isProtected && !page.unlocked)) return undefined;
  context.tag(`comments:${post.id}`);
  const site = await content.settings.current();
  const { comments: found } = await findThread(content.database.read, post.id, { limit: site.page_comments ? site.comments_per_page : mostThreads, newestFirst: site.comment_order === 'desc' });
  const comments = found.filter(({ type }) => type === 'comment');
  const pings = found.filter(({ type }) => type !== 'comment');
  const portraits = new Map(await Promise.all([...new Set(comments.map(({ userId }) => userId))].filter((id) => id > 0).map(async (id) => [id, await portraitOf(context, id)] as const)));
  return {
    total: post.commentCount - pings.length,
    comments: comments.map((comment) => toShown(comment, portraits.get(comment.userId), post.authorIds)),
    pings: pings.map(({ id, authorName, authorUrl }) => ({ id, title: htmlToText(authorName) || authorUrl, url: linkable(authorUrl) })),
    closed: post.commentStatus === 'closed' ? readerText(site, 'comment_closed') : undefined,
    levels: site.thread_comments ? site.thread_comments_depth : 1,
  };
}

function toShown(comment: ThreadedComment, portrait: string | undefined, postAuthors: readonly number[]): ShownComment {
  return {
    id: comment.id,
    authorName: htmlToText(comment.authorName) || 'Anonymous',
    authorUrl: linkable(comment.authorUrl),
    authorColor: comment.userId || colorOf(comment.authorName),
    portrait,
    isPostAuthor: comment.userId > 0 && postAuthors.includes(comment.userId),
    createdAt: comment.createdAt,
    html: commentHtml(comment.content),
    depth: comment.depth,
  };
}

/** Only what leads to a page: an address such as javascript:… is dropped. */
function linkable(url: string): string {
  return /^https?:\/\//i.test(url) ? url : '';
}

function colorOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return sum;
}
