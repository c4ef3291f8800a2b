import { findThread } from '../../content/comments/reader.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import type { LoadContext } from '../load-context.ts';
import { commentHtml } from './comment-html.server.ts';
import type { PostCommentsData } from './data.ts';

/** Threads on a page when comments are not split into pages. */
const mostThreads = 500;

export async function load(_settings: unknown, context: LoadContext): Promise<PostCommentsData | undefined> {
  const { content, page } = context;
  const { post } = page;
  if (!post || post.commentCount === 0 || (post.isProtected && !page.unlocked)) return undefined;
  context.tag(`comments:${post.id}`);
  const site = await content.settings.current();
  const { comments } = await findThread(content.database.read, post.id, { limit: site.page_comments ? site.comments_per_page : mostThreads, newestFirst: site.comment_order === 'desc' });
  return {
    total: post.commentCount,
    comments: comments.map((comment) => ({
      id: comment.id,
      authorName: htmlToText(comment.authorName) || 'Anonymous',
      // Only what leads to a page: an address such as javascript:… is dropped.
      authorUrl: /^https?:\/\//i.test(comment.authorUrl) ? comment.authorUrl : '',
      createdAt: comment.createdAt,
      html: commentHtml(comment.content),
      depth: comment.depth,
    })),
  };
}
