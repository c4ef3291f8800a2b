import type { PublicComment } from '../../../content/comments/public-list.ts';
import { commentHtml } from '../../../blocks/post-comments/comment-html.server.ts';
import { escapeHtml, htmlToText } from '../../../lib/plain-text.ts';
import { embeddable, plainLink, restUrl, selfLink } from './rest-route.ts';
import type { RestItem, RestRequest } from './rest-route.ts';
import { localIso, utcIso } from '../../../lib/site-time.ts';

/** What presenting a comment needs beside the comment. */
export interface CommentParts {
  readonly comment: PublicComment;
  /** Absolute address of the page that shows it. */
  readonly pageLink: string;
  readonly postType: string;
  /** Somebody answered it. */
  readonly answered: boolean;
}

/** An approved comment as REST shows it: no email, no IP address. */
export function presentComment(request: RestRequest, { comment, pageLink, postType, answered }: CommentParts, context: 'view' | 'embed'): RestItem {
  const { id, postId, parentId, userId } = comment;
  const view = context === 'view';
  return {
    body: {
      id,
      ...(view ? { post: postId } : {}),
      parent: parentId,
      author: userId,
      // Whatever an import brought: nothing here may act in a page that shows it.
      author_name: escapeHtml(htmlToText(comment.authorName)),
      author_url: /^https?:\/\//i.test(comment.authorUrl) ? comment.authorUrl : '',
      date: localIso(comment.createdAt, request.settings.timezone_string),
      ...(view ? { date_gmt: utcIso(comment.createdAt) } : {}),
      content: { rendered: commentHtml(comment.content) },
      link: `${pageLink}#comment-${id}`,
      ...(view ? { status: 'approved' } : {}),
      type: comment.type,
      author_avatar_urls: {},
      ...(view ? { meta: [] } : {}),
    },
    links: {
      self: [selfLink(restUrl(request, `/wp/v2/comments/${id}`))],
      collection: [plainLink(restUrl(request, '/wp/v2/comments'))],
      ...(userId > 0 ? { author: [embeddable(restUrl(request, `/wp/v2/users/${userId}`), { kind: 'user', id: userId, published: false })] } : {}),
      up: [embeddable(restUrl(request, `/wp/v2/${postType === 'page' ? 'pages' : 'posts'}/${postId}`), { kind: 'post', id: postId }, { post_type: postType })],
      ...(parentId > 0 ? { 'in-reply-to': [embeddable(restUrl(request, `/wp/v2/comments/${parentId}`), { kind: 'comment', id: parentId })] } : {}),
      ...(answered ? { children: [plainLink(restUrl(request, `/wp/v2/comments?parent=${id}`))] } : {}),
    },
  };
}
