import type { PostParts } from './load-posts.ts';
import { renderedTitle } from './rendered-text.ts';
import { embeddable, plainLink, restUrl, selfLink } from './rest-route.ts';
import type { RestLink, RestRequest } from './rest-route.ts';
import { localIso, utcIso } from '../../../lib/site-time.ts';

/** Last part of a post type's REST path. */
export const typeBases: Readonly<Record<string, string>> = { post: 'posts', page: 'pages', attachment: 'media' };

/** The fields that every type begins with. */
export function commonFields(request: RestRequest, { post, link }: PostParts): Record<string, unknown> {
  const zone = request.settings.timezone_string;
  return {
    id: post.id,
    date: localIso(post.publishedAt, zone),
    date_gmt: utcIso(post.publishedAt),
    guid: { rendered: post.guid || `${request.site.content.siteUrl}/?p=${post.id}` },
    modified: localIso(post.modifiedAt, zone),
    modified_gmt: utcIso(post.modifiedAt),
    slug: post.slug,
    status: post.status,
    type: post.type,
    link,
    title: { rendered: renderedTitle(post.title) },
  };
}

/** CSS classes that themes give the article. */
export function classList({ post, terms }: PostParts): string[] {
  const prefix: Readonly<Record<string, string>> = { post_tag: 'tag' };
  return [
    `post-${post.id}`, post.type, `type-${post.type}`, `status-${post.status}`,
    ...(post.type === 'post' ? [`format-${post.format}`] : []),
    ...(post.isProtected ? ['post-password-required'] : post.featuredMediaId > 0 ? ['has-post-thumbnail'] : []),
    'hentry',
    ...terms.map((term) => `${prefix[term.taxonomy] ?? term.taxonomy}-${term.slug}`),
  ];
}

/** Links to author and comments, which every type has. */
export function commonLinks(request: RestRequest, { post }: PostParts): Record<string, readonly RestLink[]> {
  const base = `/wp/v2/${typeBases[post.type] ?? post.type}`;
  return {
    self: [selfLink(restUrl(request, `${base}/${post.id}`))],
    collection: [plainLink(restUrl(request, base))],
    about: [plainLink(restUrl(request, `/wp/v2/types/${post.type}`))],
    ...(post.authorId > 0
      ? { author: [embeddable(restUrl(request, `/wp/v2/users/${post.authorId}`), { kind: 'user', id: post.authorId, published: post.type === 'post' && !post.isProtected })] }
      : {}),
    replies: [embeddable(restUrl(request, `/wp/v2/comments?post=${post.id}`), { kind: 'replies', postId: post.id })],
  };
}
