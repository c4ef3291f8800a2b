import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Reader } from '../../db/open-database.ts';
import type { CommentTable } from '../../db/tables/site-tables.ts';
import { listedSql } from '../posts/policy.ts';
import { commentStatuses, commentTypes } from './comment.ts';
import type { Comment, CommentStatus, ThreadedComment } from './comment.ts';
import { inThreadOrder } from './thread.ts';

const columns = [
  'comment.id', 'comment.post_id', 'comment.parent_id', 'comment.thread_id', 'comment.user_id', 'comment.status', 'comment.type', 'comment.author_name', 'comment.author_email',
  'comment.author_url', 'comment.author_ip', 'comment.created_at', 'comment.content',
] as const;

function toComment(row: Selectable<CommentTable>): Comment {
  return {
    id: row.id, postId: row.post_id, parentId: row.parent_id, threadId: row.thread_id, userId: row.user_id,
    status: commentStatuses.find((status) => status === row.status) ?? 'hold', type: commentTypes.find((type) => type === row.type) ?? 'comment',
    authorName: row.author_name, authorEmail: row.author_email, authorUrl: row.author_url, authorIp: row.author_ip, createdAt: row.created_at, content: row.content,
  };
}

/** A comment of any status; undefined when there is none. */
export async function findComment(read: Reader, id: number): Promise<Comment | undefined> {
  const row = await read.selectFrom('comment').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toComment(row);
}

/** The first comments of threads; literals, so that the partial index serves them. */
const visibleRoot = sql<boolean>`status = 'approved' and id = thread_id`;

export interface ThreadPage {
  /** In reading order, each with its depth. */
  readonly comments: readonly ThreadedComment[];
  /** Threads of the post that visitors see, on all pages. */
  readonly threads: number;
}

/**
 * One page of a post's approved comments: `limit` threads with everything in them. Answers to a comment that is not approved are not shown, as in WordPress.
 * The caller asks the policy whether the post itself may be seen.
 */
export async function findThread(read: Reader, postId: number, page: { readonly limit: number; readonly offset?: number; readonly newestFirst?: boolean }): Promise<ThreadPage> {
  const direction = page.newestFirst ? 'desc' : 'asc';
  const [roots, counted] = await Promise.all([
    read.selectFrom('comment').select('id').where('post_id', '=', postId).where(visibleRoot)
      .orderBy('created_at', direction).orderBy('id', direction).limit(page.limit).offset(page.offset ?? 0).execute(),
    read.selectFrom('comment').select((eb) => eb.fn.countAll<number>().as('threads')).where('post_id', '=', postId).where(visibleRoot).executeTakeFirstOrThrow(),
  ]);
  if (roots.length === 0) return { comments: [], threads: Number(counted.threads) };
  const rootIds = roots.map(({ id }) => id);
  const rows = await read.selectFrom('comment').select(columns).where('thread_id', 'in', rootIds).where('post_id', '=', postId).where('status', '=', 'approved')
    .orderBy('created_at').orderBy('id').execute();
  return { comments: inThreadOrder(rows.map(toComment), rootIds), threads: Number(counted.threads) };
}

/** On which page of `limit` threads a comment stands, 1 for the first; a thread that does not show yet counts to the page where the others end. */
export async function findCommentPage(read: Reader, comment: Pick<Comment, 'postId' | 'threadId'>, page: { readonly limit: number; readonly newestFirst: boolean }): Promise<number> {
  const root = await read.selectFrom('comment').select(['id', 'created_at']).where('id', '=', comment.threadId).executeTakeFirst();
  if (!root) return 1;
  const roots = read.selectFrom('comment').select((eb) => eb.fn.countAll<number>().as('count')).where('post_id', '=', comment.postId).where(visibleRoot);
  const side = page.newestFirst ? '>' : '<';
  const [before, all] = await Promise.all([
    roots.where((eb) => eb.or([eb('created_at', side, root.created_at), eb.and([eb('created_at', '=', root.created_at), eb('id', side, root.id)])])).executeTakeFirstOrThrow(),
    roots.executeTakeFirstOrThrow(),
  ]);
  return Math.max(1, Math.min(Math.floor(Number(before.count) / page.limit) + 1, Math.ceil(Number(all.count) / page.limit)));
}

/** The newest approved comments on listed posts, newest first; pings too only when asked for. */
export async function findNewestComments(read: Reader, limit: number, options: { readonly withPings?: boolean; readonly offset?: number } = {}): Promise<Comment[]> {
  let rows = read.selectFrom('comment').innerJoin('post', 'post.id', 'comment.post_id').select(columns).where('comment.status', '=', 'approved').where(listedSql);
  if (!options.withPings) rows = rows.where('comment.type', '=', 'comment');
  return (await rows.orderBy('comment.created_at', 'desc').orderBy('comment.id', 'desc').limit(limit).offset(options.offset ?? 0).execute()).map(toComment);
}

export interface CommentListQuery {
  readonly postIds?: readonly number[];
  readonly parentIds?: readonly number[];
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  readonly userIds?: readonly number[];
  /** Default `approved`. */
  readonly statuses?: readonly CommentStatus[];
  readonly types?: readonly string[];
  /** Only comments on listed posts: what visitors may see. */
  readonly onListedPosts?: boolean;
  readonly order?: 'newest' | 'oldest';
  readonly limit: number;
  readonly offset?: number;
}

/** A flat list of comments, with the number of all that match. */
export async function listComments(read: Reader, query: CommentListQuery): Promise<{ comments: Comment[]; total: number }> {
  let rows = read.selectFrom('comment').where('comment.status', 'in', query.statuses ?? ['approved']);
  const narrowed = [['comment.post_id', query.postIds], ['comment.parent_id', query.parentIds], ['comment.id', query.ids], ['comment.user_id', query.userIds]] as const;
  for (const [column, ids] of narrowed) if (ids) rows = rows.where(column, 'in', ids.length > 0 ? ids : [-1]);
  if (query.types) rows = rows.where('comment.type', 'in', query.types.length > 0 ? query.types : ['']);
  if (query.excludeIds && query.excludeIds.length > 0) rows = rows.where('comment.id', 'not in', query.excludeIds);
  if (query.onListedPosts) rows = rows.where((eb) => eb.exists(eb.selectFrom('post').select('post.id').whereRef('post.id', '=', 'comment.post_id').where(listedSql)));
  const direction = query.order === 'oldest' ? 'asc' : 'desc';
  const [found, counted] = await Promise.all([
    rows.select(columns).orderBy('comment.created_at', direction).orderBy('comment.id', direction).limit(query.limit).offset(query.offset ?? 0).execute(),
    rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { comments: found.map(toComment), total: Number(counted.total) };
}

/** How many comments have each status, of one post or of the whole site (reads one index; for moderators' screens). */
export async function countCommentsByStatus(read: Reader, postId?: number): Promise<Record<CommentStatus, number>> {
  let rows = read.selectFrom('comment').select((eb) => ['status', eb.fn.countAll<number>().as('count')]).groupBy('status');
  if (postId !== undefined) rows = rows.where('post_id', '=', postId);
  const counts: Record<CommentStatus, number> = { approved: 0, hold: 0, spam: 0, trash: 0 };
  for (const { status, count } of await rows.execute()) {
    const known = commentStatuses.find((name) => name === status);
    if (known) counts[known] = Number(count);
  }
  return counts;
}
