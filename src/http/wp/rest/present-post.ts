import { deletePosts, editPosts, isListed } from '../../../content/posts/policy.ts';
import { taxonomiesOf, postTypeNamed } from '../../../content/types/registry.ts';
import type { PostParts } from './load-posts.ts';
import { postBase, postResource } from './post-resource.ts';
import { curies, embeddable, plainLink, selfLink } from './rest-item.ts';
import type { RestItem, RestLink } from './rest-item.ts';
import { closedWrites } from './rest-route.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import type { Context } from './resource.ts';
import { articleType, fileType } from '../../../content/types/names.ts';

/** Posts are changed elsewhere. */
export const postWrites = closedWrites(editPosts, deletePosts);

/** A post of any type as REST shows it; of a protected one no text, but to editors. */
export function presentPost(request: RestRequest, parts: PostParts, context: Context): RestItem {
  const type = postTypeNamed(parts.post.type);
  return {
    body: postResource(type).present(request, parts, context),
    links: { ...commonLinks(request, parts), ...(type.name === fileType ? {} : furtherLinks(request, parts)) },
  };
}

/** Links that posts have whatever their type, and those to author and comments where it supports them. */
function commonLinks(request: RestRequest, { post }: PostParts): Record<string, readonly RestLink[]> {
  const type = postTypeNamed(post.type);
  const base = postBase(type);
  const author = { kind: 'user', id: post.authorId, published: post.type === articleType && isListed(post) } as const;
  return {
    self: [selfLink(restUrl(request, `${base}/${post.id}`), postWrites, request.actor, post)],
    collection: [plainLink(restUrl(request, base))],
    about: [plainLink(restUrl(request, `/wp/v2/types/${post.type}`))],
    ...(post.authorId > 0 && type.supports.has('author') ? { author: [embeddable(restUrl(request, `/wp/v2/users/${post.authorId}`), author)] } : {}),
    ...(type.supports.has('comments')
      ? { replies: [embeddable(restUrl(request, `/wp/v2/comments?post=${post.id}`), { kind: 'replies', postId: post.id })] }
      : {}),
  };
}

function furtherLinks(request: RestRequest, { post, terms }: PostParts): Record<string, readonly RestLink[]> {
  const type = postTypeNamed(post.type);
  const termLinks = taxonomiesOf(type.name)
    .flatMap(({ name, restBase }) => (restBase === undefined ? [] : [embeddable(restUrl(request, `/wp/v2/${restBase}?post=${post.id}`),
    { kind: 'terms', ids: terms.filter((term) => term.taxonomy === name).map(({ id }) => id) }, { taxonomy: name })]));
  return {
    ...(type.isHierarchical && post.parentId > 0
      ? { up: [embeddable(restUrl(request, `${postBase(type)}/${post.parentId}`), { kind: 'post', id: post.parentId })] }
      : {}),
    ...(post.featuredMediaId > 0
      ? { 'wp:featuredmedia': [embeddable(restUrl(request, `/wp/v2/media/${post.featuredMediaId}`), { kind: 'post', id: post.featuredMediaId })] }
      : {}),
    'wp:attachment': [plainLink(restUrl(request, `/wp/v2/media?parent=${post.id}`))],
    ...(termLinks.length > 0 ? { 'wp:term': termLinks } : {}),
    curies,
  };
}
