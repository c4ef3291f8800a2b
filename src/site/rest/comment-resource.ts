import { commentHtml, commentSite } from '../../blocks/post-comments/comment-html.server.ts';
import { commentStatuses, reportReasons } from '../../modules/comments/model.ts';
import type { Comment, CommentStatus, CommentReport } from '../../modules/comments/model.ts';
import { deleteComments, editComments } from '../../modules/comments/policy.ts';
import { commentFields } from '../../modules/comments/commands.ts';
import type { Portrait } from '../../modules/users/user-fields.ts';
import { postTypeNamed } from '../../modules/types/registry.ts';
import { escapeHtml, htmlToText } from '../../lib/plain-text.ts';
import { localIso, utcIso } from '../../lib/dates.ts';
import { revisionOfWhole } from '../../kernel/http/rest/from-revision.ts';
import { emptyMeta } from '../../modules/types/rest/meta-field.ts';
import { optionalChoice, optionalWhole, rawText, shape, textParam } from '../../kernel/http/rest/params.ts';
import { postBase } from '../../modules/types/model.ts';
import { embeddable, plainLink, selfLink } from '../../kernel/http/rest/rest-reply.ts';
import type { RestItem } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { RestRequest } from '../../kernel/http/rest/rest-request.ts';
import { everywhere, fieldsOf, toEditors, whole, writtenFields } from '../../kernel/http/rest/resource.ts';
import type { Context } from '../../kernel/http/rest/resource.ts';
import { avatarUrls } from '../../modules/users/rest/user-resource.ts';

export interface CommentParts {
  readonly comment: Comment;
  /** Absolute URL of the page with the comment. */
  readonly pageLink: string;
  readonly postType: string;
  /** It has replies. */
  readonly answered: boolean;
  readonly portrait: Portrait | undefined;
  readonly mayChange: boolean;
  /** Open reports; empty for callers who can't see them. */
  readonly reports: readonly CommentReport[];
}

const { shown, written, writtenGroup, resource } = fieldsOf<CommentParts>();
const text = textParam();
const number = optionalWhole();
/** Statuses that WordPress accepts. */
export const sentStatuses = [
  'approved',
  'approve',
  '1',
  'hold',
  '0',
  'spam',
  'unspam',
  'trash',
  'untrash',
] as const;
const contentArgument = rawText(commentFields.content);
interface ShownReport {
  readonly reason: CommentReport['reason'];
  readonly text: string;
  /** In UTC. */
  readonly date_gmt: string;
}
const reportList = shape<readonly ShownReport[]>({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      reason: { type: 'string', enum: [...reportReasons] },
      text: { type: 'string' },
      date_gmt: { type: 'string' },
    },
  },
});
const addresses = shape<Readonly<Record<string, string>>>({ type: 'object' });

/** Comments; email, IP address and reports only in the context `edit`. */
export const commentResource = resource('comment', {
  id: shown(number, everywhere, ({ comment }) => comment.id),
  post: written(number, whole, ({ comment }) => comment.postId),
  parent: written(number, everywhere, ({ comment }) => comment.parentId),
  author: written(number, everywhere, ({ comment }) => comment.userId),
  // Imported names may contain markup, which must not run in a page that shows it.
  author_name: written(text, everywhere, ({ comment }) => escapeHtml(htmlToText(comment.authorName))),
  author_email: shown(text, toEditors, ({ comment }) => comment.authorEmail),
  author_url: shown(text, everywhere, ({ comment }) =>
    /^https?:\/\//i.test(comment.authorUrl) ? comment.authorUrl : '',
  ),
  author_ip: shown(text, toEditors, ({ comment }) => comment.authorIp),
  date: shown(text, everywhere, ({ comment }, { settings }) =>
    localIso(comment.createdAt, settings.timezone_string),
  ),
  date_gmt: shown(text, whole, ({ comment }) => utcIso(comment.createdAt)),
  content: writtenGroup(
    everywhere,
    {
      raw: shown(text, toEditors, ({ comment }) => comment.content),
      rendered: shown(text, everywhere, ({ comment }, { settings, site }) =>
        commentHtml(comment.content, commentSite(site.content.siteUrl, settings)),
      ),
    },
    contentArgument,
  ),
  link: shown(text, everywhere, ({ comment, pageLink }) => `${pageLink}#comment-${comment.id}`),
  status: written(
    shape<CommentStatus>({ type: 'string', enum: [...commentStatuses] }),
    whole,
    ({ comment }) => comment.status,
    optionalChoice(sentStatuses),
  ),
  type: shown(text, everywhere, ({ comment }) => comment.type),
  author_avatar_urls: shown(addresses, everywhere, ({ portrait }, { site }) =>
    avatarUrls(portrait, site.content.siteUrl),
  ),
  meta: emptyMeta,
  broadsheet_reports: shown(reportList, toEditors, ({ reports }) =>
    reports.map(({ reason, text: said, createdAt }) => ({ reason, text: said, date_gmt: utcIso(createdAt) })),
  ),
  revision: shown(optionalWhole({ min: 1 }), toEditors, ({ comment }) => revisionOfComment(comment)),
});

/** A comment's revision covers the fields that moderators change. */
export function revisionOfComment({ content, authorName, status }: Comment): number {
  return revisionOfWhole([content, authorName, status]);
}

export const commentArguments = writtenFields(commentResource);

const update = { may: editComments };
export const commentWrites = {
  POST: update,
  PUT: update,
  PATCH: update,
  DELETE: { may: deleteComments },
} as const;

export function presentComment(request: RestRequest, parts: CommentParts, context: Context): RestItem {
  const { id, postId, parentId, userId } = parts.comment;
  return {
    body: commentResource.present(request, parts, context),
    ...(context === 'edit' || parts.mayChange ? { revision: revisionOfComment(parts.comment) } : {}),
    links: {
      self: [selfLink(restUrl(request, `/wp/v2/comments/${id}`), commentWrites, request.actor, parts)],
      collection: [plainLink(restUrl(request, '/wp/v2/comments'))],
      ...(userId > 0
        ? {
            author: [
              embeddable(restUrl(request, `/wp/v2/users/${userId}`), {
                kind: 'user',
                id: userId,
                published: false,
              }),
            ],
          }
        : {}),
      up: [
        embeddable(
          restUrl(request, `${postBase(postTypeNamed(parts.postType))}/${postId}`),
          { kind: 'post', id: postId },
          { post_type: parts.postType },
        ),
      ],
      ...(parentId > 0
        ? {
            'in-reply-to': [
              embeddable(restUrl(request, `/wp/v2/comments/${parentId}`), { kind: 'comment', id: parentId }),
            ],
          }
        : {}),
      ...(parts.answered ? { children: [plainLink(restUrl(request, `/wp/v2/comments?parent=${id}`))] } : {}),
    },
  };
}
