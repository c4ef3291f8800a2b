import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { CommentTable } from '../../kernel/db/tables/site-tables.ts';
import { portions } from '../../lib/batch.ts';
import type { Settings } from '../settings/index.ts';
import type { Comment, CommentStatus, CommentType, ThreadedComment, PageSize } from './model.ts';
import { approved, ofStatuses, openlyDiscussed, shownComment } from './policy.ts';
import { inThreadOrder, pageSizeOf, splitIntoPages } from './model.ts';

export const commentColumns = [
  'comment.id',
  'comment.post_id',
  'comment.parent_id',
  'comment.thread_id',
  'comment.user_id',
  'comment.status',
  'comment.type',
  'comment.author_name',
  'comment.author_email',
  'comment.author_url',
  'comment.author_ip',
  'comment.created_at',
  'comment.content',
] as const;

export function toComment(row: Omit<Selectable<CommentTable>, 'is_untold'>): Comment {
  return {
    id: row.id,
    postId: row.post_id,
    parentId: row.parent_id,
    threadId: row.thread_id,
    userId: row.user_id,
    status: row.status,
    type: row.type,
    authorName: row.author_name,
    authorEmail: row.author_email,
    authorUrl: row.author_url,
    authorIp: row.author_ip,
    createdAt: row.created_at,
    content: row.content,
  };
}

export async function findComment(read: Reader, id: number): Promise<Comment | undefined> {
  const row = await read.selectFrom('comment').select(commentColumns).where('id', '=', id).executeTakeFirst();
  return row && toComment(row);
}

export async function findCommentToChange(tx: Tx, id: number): Promise<Comment | undefined> {
  const row = await tx.db
    .selectFrom('comment')
    .select(commentColumns)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toComment(row);
}

export interface ReadingOrder {
  readonly size: PageSize;
  readonly newestFirst: boolean;
}

export function readingOrderOf(
  settings: Pick<Settings, 'page_comments' | 'comments_per_page' | 'comment_order'>,
): ReadingOrder {
  return { size: pageSizeOf(settings), newestFirst: settings.comment_order === 'desc' };
}

const placing = ['id', 'post_id', 'parent_id', 'thread_id', 'type'] as const;

interface Placed {
  readonly id: number;
  readonly parentId: number;
  readonly threadId: number;
  readonly isPing: boolean;
}

function toPlaced(row: Pick<Selectable<CommentTable>, (typeof placing)[number]>): Placed {
  return { id: row.id, parentId: row.parent_id, threadId: row.thread_id, isPing: row.type !== 'comment' };
}

/** Orders a post's approved comments into pages and separates pings. As in WordPress, replies to an unapproved comment are not shown. */
function outline(placed: readonly Placed[], { size, newestFirst }: ReadingOrder) {
  const roots = placed.filter(({ id, threadId }) => id === threadId).map(({ id }) => id);
  const shown = inThreadOrder(placed, newestFirst ? roots.toReversed() : roots);
  const comments = shown.filter(({ isPing }) => !isPing);
  return {
    total: comments.length,
    pages: splitIntoPages(comments, size),
    pings: shown.filter(({ isPing }) => isPing),
  };
}

export interface ThreadPage {
  readonly comments: readonly ThreadedComment[];
  /** At least 1. */
  readonly pages: number;
  readonly total: number;
  /** Pings of other sites; on the first page only, and only the newest ones if there are very many. */
  readonly pings: readonly Comment[];
}

/**
 * Returns one page (from 1) of a post's approved comments; empty beyond the last one. Reads the content of this page
 * only. The caller checks whether the post is visible.
 */
export async function findThread(
  read: Reader,
  postId: number,
  order: ReadingOrder,
  page = 1,
): Promise<ThreadPage> {
  return (
    (await findThreads(read, [{ postId, page }], order))[0] ?? { comments: [], pages: 1, total: 0, pings: [] }
  );
}

/** Like `findThread` for several posts, in the given order, with two queries. */
export async function findThreads(
  read: Reader,
  requested: readonly { readonly postId: number; readonly page: number }[],
  order: ReadingOrder,
): Promise<ThreadPage[]> {
  const rows = [];
  for (const some of portions([...new Set(requested.map(({ postId }) => postId))])) {
    rows.push(
      await read
        .selectFrom('comment')
        .select(placing)
        .where('post_id', 'in', some)
        .where(approved.sql())
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
  }
  const ofPost = Map.groupBy(rows.flat(), (row) => row.post_id);
  const outlines = requested.map(({ postId, page: pageNumber }) => {
    const { total, pages, pings } = outline((ofPost.get(postId) ?? []).map(toPlaced), order);
    return {
      total,
      pages: pages.length,
      page: pages[pageNumber - 1] ?? [],
      pingIds: pageNumber === 1 ? pings.slice(-order.size.comments).map(({ id }) => id) : [],
    };
  });
  const found = await findComments(
    read,
    outlines.flatMap(({ page, pingIds }) => [...page.map(({ id }) => id), ...pingIds]),
  );
  return outlines.map(({ total, pages, page, pingIds }) => ({
    comments: page.flatMap(({ id, depth }) => {
      const comment = found.get(id);
      return comment ? [{ ...comment, depth }] : [];
    }),
    pages,
    total,
    pings: pingIds.flatMap((id) => found.get(id) ?? []),
  }));
}

export async function findComments(read: Reader, ids: readonly number[]): Promise<Map<number, Comment>> {
  const found = new Map<number, Comment>();
  for (const some of portions(ids)) {
    for (const row of await read
      .selectFrom('comment')
      .select(commentColumns)
      .where('id', 'in', some)
      .execute())
      found.set(row.id, toComment(row));
  }
  return found;
}

/**
 * Returns the page (from 1) of each comment in its post's discussion; an unapproved comment gets its parent's page, or
 * the one where its thread would start. One query.
 */
export async function findCommentPages(
  read: Reader,
  comments: readonly Pick<Comment, 'id' | 'postId' | 'parentId'>[],
  order: ReadingOrder,
): Promise<Map<number, number>> {
  const found = new Map(comments.map(({ id }) => [id, 1]));
  if (comments.length === 0) return found;
  const rows = await read
    .selectFrom('comment')
    .select(placing)
    .where(approved.sql())
    .where('post_id', 'in', (eb) =>
      eb
        .selectFrom('post')
        .select('post.id')
        .where('post.id', 'in', [...new Set(comments.map(({ postId }) => postId))])
        .where('comment_count', '>=', Math.min(order.size.threads, order.size.comments)),
    )
    .orderBy('post_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const [postId, ofPost] of Map.groupBy(rows, (row) => row.post_id)) {
    const { pages, pings } = outline(ofPost.map(toPlaced), order);
    const places = new Map(pages.flatMap((page, index) => page.map(({ id }) => [id, index + 1] as const)));
    for (const { id } of pings) places.set(id, 1);
    for (const { id, parentId } of comments.filter((comment) => comment.postId === postId)) {
      found.set(id, places.get(id) ?? places.get(parentId) ?? (order.newestFirst ? 1 : pages.length));
    }
  }
  return found;
}

export async function findNewestComments(
  read: Reader,
  limit: number,
  options: { readonly withPings?: boolean; readonly offset?: number } = {},
): Promise<Comment[]> {
  const rows = read
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .select(commentColumns)
    .where((options.withPings ? approved : shownComment).sql())
    .where(openlyDiscussed.sql());
  return (
    await rows
      .orderBy('comment.created_at', 'desc')
      .orderBy('comment.id', 'desc')
      .limit(limit)
      .offset(options.offset ?? 0)
      .execute()
  ).map(toComment);
}

export interface CommentListQuery {
  readonly postIds?: readonly number[];
  readonly parentIds?: readonly number[];
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  readonly userIds?: readonly number[];
  /** Default `approved`. */
  readonly statuses?: readonly CommentStatus[];
  readonly types?: readonly CommentType[];
  readonly onListedPosts?: boolean;
  readonly order?: 'newest' | 'oldest';
  readonly limit: number;
  readonly offset?: number;
}

export async function listComments(
  read: Reader,
  query: CommentListQuery,
): Promise<{ comments: Comment[]; total: number }> {
  let rows = read.selectFrom('comment').where((query.statuses ? ofStatuses(query.statuses) : approved).sql());
  const narrowed = [
    ['comment.post_id', query.postIds],
    ['comment.parent_id', query.parentIds],
    ['comment.id', query.ids],
    ['comment.user_id', query.userIds],
  ] as const;
  for (const [column, ids] of narrowed) if (ids) rows = rows.where(column, 'in', ids.length > 0 ? ids : [-1]);
  if (query.types)
    rows =
      query.types.length > 0
        ? rows.where('comment.type', 'in', query.types)
        : rows.where(sql<boolean>`1 = 0`);
  if (query.excludeIds && query.excludeIds.length > 0)
    rows = rows.where('comment.id', 'not in', query.excludeIds);
  if (query.onListedPosts) {
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('post')
          .select('post.id')
          .whereRef('post.id', '=', 'comment.post_id')
          .where(openlyDiscussed.sql()),
      ),
    );
  }
  const direction = query.order === 'oldest' ? 'asc' : 'desc';
  const [found, counted] = await Promise.all([
    rows
      .select(commentColumns)
      .orderBy('comment.created_at', direction)
      .orderBy('comment.id', direction)
      .limit(query.limit)
      .offset(query.offset ?? 0)
      .execute(),
    rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { comments: found.map(toComment), total: Number(counted.total) };
}

/** Counts comments by status, of one post or the whole site, from one index. */
export async function countCommentsByStatus(
  read: Reader,
  postId?: number,
): Promise<Record<CommentStatus, number>> {
  let rows = read
    .selectFrom('comment')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status');
  if (postId !== undefined) rows = rows.where('post_id', '=', postId);
  const counts: Record<CommentStatus, number> = { approved: 0, hold: 0, spam: 0, trash: 0 };
  for (const { status, count } of await rows.execute()) counts[status] = Number(count);
  return counts;
}
