import { postBase } from '../../modules/types/model.ts';
import {
  deletePosts,
  editPosts,
  isListed,
  mayNameAuthors,
  mayPublish,
  maySetSticky,
} from '../../modules/posts/policy.ts';
import { mayAssignTerms, mayCreateTerm } from '../../modules/terms/policy.ts';
import { taxonomiesOf, postTypeNamed } from '../../modules/types/registry.ts';
import { mayWriteAnyHtml } from '../../modules/users/policy.ts';
import { typesOfAuthors } from '../../modules/users/reader.ts';
import type { PostParts } from './load-posts.ts';
import { anyResource } from './post-resource.ts';
import { curies, embeddable, plainLink, selfLink } from '../../kernel/http/rest/rest-reply.ts';
import type { RestItem, RestLink } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import { fileType, articleType } from '../../modules/types/names.ts';
import { mayChangeComments } from '../../modules/comments/policy.ts';
import { findCommentPages, readingOrderOf } from '../../modules/comments/reader.ts';
import { findReports } from '../../modules/comments/store.ts';
import { commentPagePath } from '../../modules/types/permalinks.ts';
import { findAnswered } from '../../modules/comments/comment-lists.ts';
import type { Comment } from '../../modules/comments/model.ts';
import { findPostPaths } from '../../modules/posts/addresses.ts';
import { findSummaries, findVisiblePosts } from '../../modules/posts/reader.ts';
import { loadPostParts } from './load-posts.ts';
import { presentComment } from './comment-resource.ts';

const update = { may: editPosts };
export const postWrites = { POST: update, PUT: update, PATCH: update, DELETE: { may: deletePosts } } as const;

/** A post of any type in REST; the text of a protected one is for editors only. */
export function presentPost(request: RestRequest, parts: PostParts, context: Context): RestItem {
  const type = postTypeNamed(parts.post.type);
  const isEdited = context === 'edit';
  return {
    ...(isEdited ? { revision: parts.post.revision } : {}),
    body: anyResource(type).present(request, parts, context),
    links: {
      ...commonLinks(request, parts),
      ...(type.name === fileType
        ? pictureLink(request, parts)
        : { ...historyLinks(request, parts), ...furtherLinks(request, parts) }),
      ...(isEdited ? actionLinks(request, parts) : {}),
    },
  };
}

function historyLinks(
  request: RestRequest,
  { post, history }: PostParts,
): Record<string, readonly RestLink[]> {
  const type = postTypeNamed(post.type);
  if (!type.supports.has('revisions')) return {};
  const href = restUrl(request, `${postBase(type)}/${post.id}/revisions`);
  const { total = 0, newestId = 0 } = history ?? {};
  return {
    'version-history': [{ attributes: { count: total, href } }],
    ...(newestId > 0
      ? { 'predecessor-version': [{ attributes: { id: newestId, href: `${href}/${newestId}` } }] }
      : {}),
  };
}

function actionLinks(request: RestRequest, { post }: PostParts): Record<string, readonly RestLink[]> {
  const { actor } = request;
  const type = postTypeNamed(post.type);
  const actions = [
    ...(mayPublish(actor, type.name) && type.name !== fileType ? ['publish'] : []),
    ...(mayWriteAnyHtml(actor) ? ['unfiltered-html'] : []),
    ...(type.supports.has('sticky') && maySetSticky(actor, type.name) ? ['sticky'] : []),
    ...(type.supports.has('author') && mayNameAuthors(actor, type.name) ? ['assign-author'] : []),
    ...taxonomiesOf(type.name).flatMap(({ name, restBase }) =>
      restBase === undefined
        ? []
        : [
            ...(mayCreateTerm(actor, name) ? [`create-${restBase}`] : []),
            ...(mayAssignTerms(actor, name) ? [`assign-${restBase}`] : []),
          ],
    ),
  ];
  const link = [plainLink(restUrl(request, `${postBase(type)}/${post.id}`))];
  return Object.fromEntries(actions.map((action) => [`wp:action-${action}`, link]));
}

function commonLinks(request: RestRequest, { post }: PostParts): Record<string, readonly RestLink[]> {
  const type = postTypeNamed(post.type);
  const base = postBase(type);
  const author = {
    kind: 'user',
    id: post.authorId,
    published: isListed(post) && typesOfAuthors().includes(post.type),
  } as const;
  return {
    self: [selfLink(restUrl(request, `${base}/${post.id}`), postWrites, request.actor, post)],
    collection: [plainLink(restUrl(request, base))],
    about: [plainLink(restUrl(request, `/wp/v2/types/${post.type}`))],
    ...(post.authorId > 0 && type.supports.has('author')
      ? { author: [embeddable(restUrl(request, `/wp/v2/users/${post.authorId}`), author)] }
      : {}),
    ...(type.supports.has('comments')
      ? {
          replies: [
            embeddable(restUrl(request, `/wp/v2/comments?post=${post.id}`), {
              kind: 'replies',
              postId: post.id,
            }),
          ],
        }
      : {}),
  };
}

function pictureLink(
  request: RestRequest,
  { post: { featuredMediaId: id } }: Pick<PostParts, 'post'>,
): Record<string, readonly RestLink[]> {
  return id > 0
    ? { 'wp:featuredmedia': [embeddable(restUrl(request, `/wp/v2/media/${id}`), { kind: 'post', id })] }
    : {};
}

function furtherLinks(request: RestRequest, { post, terms }: PostParts): Record<string, readonly RestLink[]> {
  const type = postTypeNamed(post.type);
  const termLinks = taxonomiesOf(type.name).flatMap(({ name, restBase }) =>
    restBase === undefined
      ? []
      : [
          embeddable(
            restUrl(request, `/wp/v2/${restBase}?post=${post.id}`),
            { kind: 'terms', ids: terms.filter((term) => term.taxonomy === name).map(({ id }) => id) },
            { taxonomy: name },
          ),
        ],
  );
  return {
    ...(type.isHierarchical && post.parentId > 0
      ? {
          up: [
            embeddable(restUrl(request, `${postBase(type)}/${post.parentId}`), {
              kind: 'post',
              id: post.parentId,
            }),
          ],
        }
      : {}),
    ...pictureLink(request, { post }),
    'wp:attachment': [plainLink(restUrl(request, `/wp/v2/media?parent=${post.id}`))],
    ...(termLinks.length > 0 ? { 'wp:term': termLinks } : {}),
    curies,
  };
}

/** Posts in REST form by id, without those that the caller can't see. */
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

/** Comments in REST form, in order; four queries, plus those of portraits for authors with accounts and of reports for moderators. */
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
