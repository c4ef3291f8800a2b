import type { PostParts } from './load-posts.ts';
import { classList, commonFields, commonLinks } from './post-fields.ts';
import { presentMedia } from './present-media.ts';
import { renderedExcerpt } from './rendered-text.ts';
import { curies, embeddable, plainLink, restUrl } from './rest-route.ts';
import type { RestItem, RestLink, RestRequest } from './rest-route.ts';

/** Fields of the embed context. */
const embedFields = new Set(['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media']);

/** A post, page or attachment as REST shows it; of a protected one no text. */
export function presentPost(request: RestRequest, parts: PostParts, context: 'view' | 'embed'): RestItem {
  if (parts.post.type === 'attachment') return presentMedia(request, parts, context);
  const whole = wholePost(request, parts);
  return {
    body: context === 'view' ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => embedFields.has(name))),
    links: postLinks(request, parts),
  };
}

function wholePost(request: RestRequest, parts: PostParts): Record<string, unknown> {
  const { post, terms, template, footnotes, content } = parts;
  const isPage = post.type === 'page';
  const idsOf = (taxonomy: string) => terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id);
  return {
    ...commonFields(request, parts),
    content: { rendered: content, protected: post.isProtected },
    excerpt: { rendered: post.isProtected ? '' : renderedExcerpt(post), protected: post.isProtected },
    author: post.authorId,
    featured_media: post.featuredMediaId,
    ...(isPage ? { parent: post.parentId, menu_order: post.menuOrder } : {}),
    comment_status: post.commentStatus,
    ping_status: post.pingStatus,
    ...(isPage ? {} : { sticky: post.sticky }),
    template,
    ...(isPage ? {} : { format: post.format }),
    meta: { footnotes },
    ...(isPage ? {} : { categories: idsOf('category'), tags: idsOf('post_tag') }),
    class_list: classList(parts),
  };
}

function postLinks(request: RestRequest, parts: PostParts): Record<string, readonly RestLink[]> {
  const { post, terms } = parts;
  const termLink = (taxonomy: string, base: string) => embeddable(restUrl(request, `/wp/v2/${base}?post=${post.id}`),
    { kind: 'terms', ids: terms.filter((term) => term.taxonomy === taxonomy).map(({ id }) => id) }, { taxonomy });
  return {
    ...commonLinks(request, parts),
    ...(post.type === 'page' && post.parentId > 0 ? { up: [embeddable(restUrl(request, `/wp/v2/pages/${post.parentId}`), { kind: 'post', id: post.parentId })] } : {}),
    ...(post.featuredMediaId > 0
      ? { 'wp:featuredmedia': [embeddable(restUrl(request, `/wp/v2/media/${post.featuredMediaId}`), { kind: 'post', id: post.featuredMediaId })] }
      : {}),
    'wp:attachment': [plainLink(restUrl(request, `/wp/v2/media?parent=${post.id}`))],
    ...(post.type === 'post' ? { 'wp:term': [termLink('category', 'categories'), termLink('post_tag', 'tags')] } : {}),
    curies,
  };
}
