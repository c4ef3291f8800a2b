import { sql } from 'kysely';
import type { Reader } from '../../db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { listedSql } from './policy.ts';

/** Which listed posts, in which order; every field narrows. */
export interface PostListQuery {
  /** Post type; default `post`. */
  readonly type?: string;
  /** Only posts of this term or one below it. */
  readonly termId?: number;
  readonly authorId?: number;
  /** Only posts published in [from, to), milliseconds. */
  readonly between?: { readonly from: number; readonly to: number };
  /** Default newest first. */
  readonly order?: 'newest' | 'oldest' | 'modified' | 'comments' | 'views';
  readonly excludeIds?: readonly number[];
  readonly limit: number;
  readonly offset?: number;
  /** Only what comes after this post in a list by date: the place where an earlier page ended. It costs the same however deep, and moves by nothing when posts are added meanwhile. */
  readonly after?: ListCursor;
}

/** Names a place in a list by date: the last post of a page. */
export interface ListCursor {
  readonly publishedAt: number;
  readonly id: number;
}

const orderColumns = { newest: 'published_at', oldest: 'published_at', modified: 'modified_at', comments: 'comment_count', views: 'view_count' } as const;

/**
 * Ids of listed posts. Reads index entries only (a deferred join: callers fetch what they show by id afterwards), so a deep page costs little more than the first.
 */
export async function listPostIds(read: Reader, query: PostListQuery): Promise<number[]> {
  const { type = 'post', order = 'newest', excludeIds = [], limit, offset = 0 } = query;
  const direction = order === 'oldest' ? 'asc' : 'desc';
  const { after } = query;
  if (after && order !== 'newest' && order !== 'oldest') throw new InvalidInputError(`A list by "${order}" has no cursor; use an offset.`);
  const beyond = order === 'oldest' ? '>' : '<';
  if (query.termId !== undefined && (order === 'newest' || order === 'oldest')) {
    let rows = read.selectFrom('post_term').select('post_id as id').where('term_id', '=', query.termId).where('post_type', '=', type);
    if (query.between) rows = rows.where('published_at', '>=', query.between.from).where('published_at', '<', query.between.to);
    if (query.authorId !== undefined) rows = rows.where('post_id', 'in', (eb) => eb.selectFrom('post').select('id').where('author_id', '=', query.authorId ?? 0).where(listedSql));
    if (excludeIds.length > 0) rows = rows.where('post_id', 'not in', excludeIds);
    if (after) rows = rows.where((eb) => eb(eb.refTuple('published_at', 'post_id'), beyond, eb.tuple(after.publishedAt, after.id)));
    return (await rows.orderBy('published_at', direction).orderBy('post_id', direction).limit(limit).offset(offset).execute()).map(({ id }) => id);
  }
  let rows = read.selectFrom('post').select('post.id').where('post.type', '=', type).where(listedSql);
  if (query.authorId !== undefined) rows = rows.where('post.author_id', '=', query.authorId);
  if (query.termId !== undefined) rows = rows.innerJoin('post_term', 'post_term.post_id', 'post.id').where('post_term.term_id', '=', query.termId);
  if (query.between) rows = rows.where('post.published_at', '>=', query.between.from).where('post.published_at', '<', query.between.to);
  if (excludeIds.length > 0) rows = rows.where('post.id', 'not in', excludeIds);
  if (after) rows = rows.where((eb) => eb(eb.refTuple('post.published_at', 'post.id'), beyond, eb.tuple(after.publishedAt, after.id)));
  const column = `post.${orderColumns[order]}` as const;
  return (await rows.orderBy(column, direction).orderBy('post.id', direction).limit(limit).offset(offset).execute()).map(({ id }) => id);
}

/** How many listed posts there are, from the maintained counters (one row, whatever the number of posts). */
export async function countListedPosts(read: Reader, query: Pick<PostListQuery, 'type' | 'termId' | 'authorId'>): Promise<number> {
  const row = await read.selectFrom('counter').select('value').where('key', '=', counterKey(query)).executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** The counter that counts what a query without further conditions lists. */
export function counterKey({ type = 'post', termId, authorId }: Pick<PostListQuery, 'type' | 'termId' | 'authorId'>): string {
  if (termId !== undefined) return `term:${termId}:${type}`;
  return authorId === undefined ? `posts:${type}` : `author:${authorId}:${type}`;
}

/** Ids of sticky posts, newest first. (Plain conditions on type and status would lead SQLite to the index of all such posts, of which there may be a million.) */
export async function listStickyIds(read: Reader, limit = 20): Promise<number[]> {
  const rows = await read.selectFrom('post').select('id').where(sql<boolean>`sticky = 1 and type || '' = 'post' and status || '' = 'publish' and password = ''`)
    .orderBy('published_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id }) => id);
}
