import { mayChangeComments } from '../../modules/comments/policy.ts';
import { findCommentPages, readingOrderOf } from '../../modules/comments/reader.ts';
import { findReports } from '../../modules/comments/reports.ts';
import { commentPagePath } from '../../modules/settings/permalinks.ts';
import { findAnswered } from '../../modules/comments/list-filtered.ts';
import type { Comment } from '../../modules/comments/comment.ts';
import { findVisiblePosts } from '../../modules/posts/find-visible.ts';
import { findPostPaths } from '../../modules/posts/page-path.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import { loadPostParts } from './load-posts.ts';
import { presentComment } from './comment-resource.ts';
import { presentPost } from './present-post.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import type { RestItem } from '../../kernel/http/rest/rest-item.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { articleType } from '../../modules/types/names.ts';

/** Posts as REST shows them, by id; those that the asker may not see are missing. */
export async function loadPostItems(
  request: RestRequest,
  ids: readonly number[],
  context: Context,
): Promise<Map<number, RestItem>> {
  const found = await findVisiblePosts(request.site.content.database.read, ids, request.actor);
  const posts = ids.map((id) => found.get(id)).filter((post) => post !== undefined);
  const parts = await loadPostParts(request, posts, context);
  return new Map(parts.map((part) => [part.post.id, presentPost(request, part, context)]));
}

/**
 * Comments as REST shows them, in the order given; four queries, those of portraits where people with accounts wrote, and one of reports for moderators.
 */
export async function loadCommentItems(
  request: RestRequest,
  comments: readonly Comment[],
  context: Context,
): Promise<RestItem[]> {
  const { content } = request.site;
  const { read } = content.database;
  const authors = [...new Set(comments.map(({ userId }) => userId).filter((id) => id > 0))];
  const [posts, answered, pages, portraits, reports] = await Promise.all([
    findSummaries(read, [...new Set(comments.map(({ postId }) => postId))]),
    findAnswered(read, comments),
    findCommentPages(read, comments, readingOrderOf(request.settings)),
    authors.length === 0 ? undefined : content.portraits(authors),
    context === 'edit'
      ? findReports(
          read,
          comments.map(({ id }) => id),
        )
      : undefined,
  ]);
  const paths = await findPostPaths(read, [...posts.values()], request.settings.permalink_structure);
  return comments.map((comment) =>
    presentComment(
      request,
      {
        comment,
        pageLink:
          content.siteUrl +
          commentPagePath(paths.get(comment.postId) ?? `/?p=${comment.postId}`, pages.get(comment.id) ?? 1),
        postType: posts.get(comment.postId)?.type ?? articleType,
        answered: answered.has(comment.id),
        portrait: portraits?.get(comment.userId),
        mayChange: mayChangeComments(request.actor, posts.get(comment.postId)),
        reports: reports?.get(comment.id) ?? [],
      },
      context,
    ),
  );
}
