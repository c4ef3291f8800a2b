import { postBase } from '../../modules/types/rest/type-paths.ts';
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
import { typesOfAuthors } from '../../modules/users/visible-users.ts';
import type { PostParts } from './load-posts.ts';
import { anyResource } from './post-resource.ts';
import { curies, embeddable, plainLink, selfLink } from '../../kernel/http/rest/rest-item.ts';
import type { RestItem, RestLink } from '../../kernel/http/rest/rest-item.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import { fileType } from '../../modules/types/names.ts';

const update = { may: editPosts };
/** Who may write to a post. */
export const postWrites = { POST: update, PUT: update, PATCH: update, DELETE: { may: deletePosts } } as const;

/** A post of any type as REST shows it; of a protected one no text, but to editors. */
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

/** Where earlier states of its texts are. */
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

/** What who edits a post may do with it; editors show fields and buttons by it. */
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

/** Links that posts have whatever their type, and those to author and comments where it supports them. */
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

/** Its picture: of a post the one for lists, of a film what it shows until it is played. */
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
