import { countByStatus } from '../../modules/comments/comment-lists.ts';
import { mayModerate } from '../../modules/comments/policy.ts';
import { mayPublish } from '../../modules/posts/policy.ts';
import { findSummaries } from '../../modules/posts/reader.ts';
import { articleType } from '../../modules/types/names.ts';
import { defined } from '../../lib/records.ts';
import { findEmbeddable } from '../replies/embed/embeddable.ts';
import { askRest, limitOf, listRest } from './call.ts';
import type { Call } from './call.ts';
import { XmlRpcFault } from './fault.ts';
import {
  credentials,
  method,
  anything,
  id,
  moment,
  optionalStruct,
  optionalText,
  optionalWhole,
  struct,
  text,
} from './method.ts';
import { getPost, noPost } from './rest-post.ts';
import { IsoDate } from './values.ts';
import type { SentStruct } from './values.ts';

const base = '/wp/v2/comments';
const maxComments = 100;

interface RestComment {
  readonly id: number;
  readonly post: number;
  readonly parent: number;
  readonly author: number;
  readonly author_name: string;
  readonly author_email?: string;
  readonly author_url: string;
  readonly author_ip?: string;
  readonly date_gmt: string;
  readonly content: { readonly raw?: string };
  readonly link: string;
  readonly status: string;
  readonly type: string;
}

const shownStatus = (status: string): string => (status === 'approved' ? 'approve' : status);

async function structsOf({ content }: Call, comments: readonly RestComment[]): Promise<SentStruct[]> {
  const posts = await findSummaries(content.database.read, [...new Set(comments.map(({ post }) => post))]);
  return comments.map((comment) => ({
    date_created_gmt: IsoDate.of(comment.date_gmt),
    user_id: String(comment.author),
    comment_id: String(comment.id),
    parent: String(comment.parent),
    status: shownStatus(comment.status),
    content: comment.content.raw ?? '',
    link: comment.link,
    post_id: String(comment.post),
    post_title: posts.get(comment.post)?.title ?? '',
    author: comment.author_name,
    author_url: comment.author_url,
    author_email: comment.author_email ?? '',
    author_ip: comment.author_ip ?? '',
    type: comment.type,
  }));
}

const read = (call: Call, commentId: number) =>
  askRest<RestComment>(call, 'GET', `${base}/${commentId}`, { query: { context: 'edit' } });

const getComment = method(
  'wp.getComment',
  { blog_id: anything, ...credentials, comment_id: id },
  async (call, { comment_id: commentId }) => {
    const [found] = await structsOf(call, [await read(call, commentId)]);
    return found ?? null;
  },
);

const filter = optionalStruct({
  status: optionalText,
  post_id: optionalWhole,
  post_type: optionalText,
  offset: optionalWhole,
  number: optionalWhole,
});

const getComments = method(
  'wp.getComments',
  { blog_id: anything, ...credentials, filter },
  async (call, { filter: sent }) => {
    const { status = '', post_id: post, offset = 0, number } = sent;
    return structsOf(
      call,
      await listRest<RestComment>(
        call,
        base,
        {
          context: 'edit',
          status: status === '' ? 'all' : status,
          post: post || undefined,
        },
        limitOf(number, 10, maxComments),
        offset,
      ),
    );
  },
);

const deleteComment = method(
  'wp.deleteComment',
  { blog_id: anything, ...credentials, comment_id: id },
  async (call, { comment_id: commentId }) => {
    const { status } = await read(call, commentId);
    await askRest(call, 'DELETE', `${base}/${commentId}`, {
      query: { force: status === 'trash' || status === 'spam' },
    });
    return true;
  },
);

const sentComment = struct({
  status: optionalText,
  date_created_gmt: moment,
  content: optionalText,
  author: optionalText,
  author_url: optionalText,
  author_email: optionalText,
  comment_parent: optionalWhole,
});

/** Fields that can't be changed, although clients send them. */
const fixed = [
  ['author_url', 'author_url'],
  ['author_email', 'author_email'],
] as const;

const editComment = method(
  'wp.editComment',
  { blog_id: anything, ...credentials, comment_id: id, content_struct: sentComment },
  async (call, { comment_id: commentId, content_struct: sent }) => {
    const stored = await read(call, commentId);
    const changed =
      fixed.find(([name, field]) => sent[name] !== undefined && sent[name] !== (stored[field] ?? ''))?.[0] ??
      (sent.date_created_gmt !== undefined && !sent.date_created_gmt.startsWith(stored.date_gmt)
        ? 'date_created_gmt'
        : undefined);
    if (changed !== undefined) throw new XmlRpcFault(400, `The ${changed} of a comment can’t be changed.`);
    await askRest(call, 'POST', `${base}/${commentId}`, {
      body: defined({
        status: sent.status === '' || sent.status === shownStatus(stored.status) ? undefined : sent.status,
        content: sent.content,
        author_name: sent.author === stored.author_name ? undefined : sent.author,
      }),
    });
    return true;
  },
);

const newComment = method(
  'wp.newComment',
  { blog_id: anything, ...credentials, post: text, content_struct: sentComment },
  async (call, { post, content_struct: { content = '', comment_parent: parent } }) => {
    const postId = /^\d{1,15}$/.test(post)
      ? Number(post)
      : (await findEmbeddable(call.content, post))?.post.id;
    if (postId === undefined) throw noPost();
    return (
      await askRest<RestComment>(call, 'POST', base, {
        body: defined({ post: postId, parent: parent || undefined, content }),
      })
    ).id;
  },
);

const getCommentCount = method(
  'wp.getCommentCount',
  { blog_id: anything, ...credentials, post_id: id },
  async (call, { post_id: postId }) => {
    await getPost(call, postId);
    const { byStatus } = await countByStatus(call.content.database.read, call.actor.id, postId);
    const [approved = 0, held = 0, spam = 0] = (['approved', 'hold', 'spam'] as const).map((status) =>
      byStatus.get(status),
    );
    return { approved, awaiting_moderation: held, spam, total_comments: approved + held + spam };
  },
);

const getCommentStatusList = method(
  'wp.getCommentStatusList',
  { blog_id: anything, ...credentials },
  async ({ actor }) => {
    if (!mayModerate(actor) && !mayPublish(actor, articleType)) {
      throw new XmlRpcFault(401, 'Sorry, you are not allowed to access details about this site.');
    }
    return { hold: 'Unapproved', approve: 'Approved', spam: 'Spam' };
  },
);

export const commentMethods = [
  getComment,
  getComments,
  deleteComment,
  editComment,
  newComment,
  getCommentCount,
  getCommentStatusList,
];
