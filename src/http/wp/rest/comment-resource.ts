import { commentHtml } from '../../../blocks/post-comments/comment-html.server.ts';
import type { Comment } from '../../../content/comments/comment.ts';
import { siteTypography } from '../../../content/settings/site-typography.ts';
import { postTypeNamed } from '../../../content/types/registry.ts';
import { escapeHtml, htmlToText } from '../../../lib/plain-text.ts';
import { localIso, utcIso } from '../../../lib/site-time.ts';
import { optionalWhole, shape, textParam } from './params.ts';
import { postBase } from './post-resource.ts';
import { embeddable, plainLink, selfLink } from './rest-item.ts';
import type { RestItem } from './rest-item.ts';
import { closedWrites } from './rest-route.ts';
import { restUrl } from './rest-request.ts';
import type { RestRequest } from './rest-request.ts';
import { everywhere, fieldsOf, toEditors, whole } from './resource.ts';
import type { Context } from './resource.ts';

/** What presenting a comment needs beside the comment. */
export interface CommentParts {
  readonly comment: Comment;
  /** Absolute address of the page that shows it. */
  readonly pageLink: string;
  readonly postType: string;
  /** Somebody answered it. */
  readonly answered: boolean;
}

const { shown, group, resource } = fieldsOf<CommentParts>();
const text = textParam();
const number = optionalWhole();
const none = shape<Readonly<Record<string, never>>>({ type: 'object' });




/** Comments: neither email nor IP address but in the context `edit`. */
export const commentResource = resource('comment', {
  id: shown(number, everywhere, ({ comment }) => comment.id),
  post: shown(number, whole, ({ comment }) => comment.postId),
  parent: shown(number, everywhere, ({ comment }) => comment.parentId),
  author: shown(number, everywhere, ({ comment }) => comment.userId),
  // Whatever an import brought: nothing here may act in a page that shows it.
  author_name: shown(text, everywhere, ({ comment }) => escapeHtml(htmlToText(comment.authorName))),
  author_email: shown(text, toEditors, ({ comment }) => comment.authorEmail),
  author_url: shown(text, everywhere, ({ comment }) => (/^https?:\/\//i.test(comment.authorUrl) ? comment.authorUrl : '')),
  author_ip: shown(text, toEditors, ({ comment }) => comment.authorIp),
  date: shown(text, everywhere, ({ comment }, { settings }) => localIso(comment.createdAt, settings.timezone_string)),
  date_gmt: shown(text, whole, ({ comment }) => utcIso(comment.createdAt)),
  content: group(everywhere, {
    raw: shown(text, toEditors, ({ comment }) => comment.content),
    rendered: shown(text, everywhere, ({ comment }, { settings }) => commentHtml(comment.content, siteTypography(settings))),
  }),
  link: shown(text, everywhere, ({ comment, pageLink }) => `${pageLink}#comment-${comment.id}`),
  status: shown(text, whole, ({ comment }) => comment.status),
  type: shown(text, everywhere, ({ comment }) => comment.type),
  author_avatar_urls: shown(none, everywhere, () => ({})),
  meta: shown(shape<readonly never[]>({ type: 'array' }), whole, () => []),
});

/** Comments are changed elsewhere. */
export const commentWrites = closedWrites(
  { code: 'rest_cannot_edit', message: 'Sorry, you are not allowed to edit this comment.' },
  { code: 'rest_cannot_delete', message: 'Sorry, you are not allowed to delete this comment.' },
);

/** A comment as REST shows it. */
export function presentComment(request: RestRequest, parts: CommentParts, context: Context): RestItem {
  const { id, postId, parentId, userId } = parts.comment;
  return {
    body: commentResource.present(request, parts, context),
    links: {
      self: [selfLink(restUrl(request, `/wp/v2/comments/${id}`), commentWrites, request.actor, id)],
      collection: [plainLink(restUrl(request, '/wp/v2/comments'))],
      ...(userId > 0 ? { author: [embeddable(restUrl(request, `/wp/v2/users/${userId}`), { kind: 'user', id: userId, published: false })] } : {}),
      up: [embeddable(restUrl(request, `${postBase(postTypeNamed(parts.postType))}/${postId}`), { kind: 'post', id: postId }, { post_type: parts.postType })],
      ...(parentId > 0 ? { 'in-reply-to': [embeddable(restUrl(request, `/wp/v2/comments/${parentId}`), { kind: 'comment', id: parentId })] } : {}),
      ...(parts.answered ? { children: [plainLink(restUrl(request, `/wp/v2/comments?parent=${id}`))] } : {}),
    },
  };
}
