import { sql } from 'kysely';
import type { ExpressionBuilder, RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { hasAuthors, writtenBy, numbersOfEach } from './list.ts';
import { articleType, postTypeNamed } from '../types/index.ts';
import { enlistedSql } from './policy.ts';

/** Sort orders of a window. `{ seed }` is a random order, the same for the same seed. */
export type WindowOrder =
  | 'newest'
  | 'oldest'
  | 'modified'
  | 'comments'
  | 'views'
  | 'title'
  | 'title-down'
  | { readonly seed: number };

export interface WindowQuery {
  readonly type?: string;
  /** A post must have a term (or a descendant of one) from each group. */
  readonly termGroups: readonly (readonly number[])[];
  /** Excludes posts with one of these terms or a descendant. */
  readonly excludeTermIds?: readonly number[];
  /** For the first group, count only directly assigned terms, not descendants. */
  readonly ownTermsOnly?: boolean;
  /** Only posts written or co-written by one of these users. */
  readonly authorIds?: readonly number[] | undefined;
  readonly excludeAuthorIds?: readonly number[] | undefined;
  /** Only posts published in [from, to), milliseconds. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
  /** Only these posts; the order is ignored. */
  readonly ids?: readonly number[];
  readonly excludeIds?: readonly number[];
  readonly discussedOnly?: boolean;
  readonly viewedOnly?: boolean;
  readonly order: WindowOrder;
  readonly limit: number;
  readonly offset?: number;
}

export type WindowConditions = Pick<
  WindowQuery,
  'termGroups' | 'excludeTermIds' | 'authorIds' | 'excludeAuthorIds' | 'between'
>;

/** Authors per query; the rest are ignored. */
const maxAuthors = 8;

const columns = {
  newest: 'published_at',
  oldest: 'published_at',
  modified: 'modified_at',
  comments: 'comment_count',
  views: 'view_count',
} as const;

/**
 * Returns listed posts and their total for conditions and orders that no index covers together. Searches only the
 * newest `maxCounted` posts per term of the first condition, so the cost is bounded. One query.
 */
export async function listWindow(
  read: Reader,
  query: WindowQuery,
): Promise<{ ids: number[]; total: number }> {
  const { order, limit, offset = 0 } = query;
  const rows = inWindow(read, query);
  if (!rows) return { ids: [], total: 0 };
  const found = await rows
    .select(['post.id', sql<number>`count(*) over ()`.as('total')])
    .orderBy(orderSql(order))
    .orderBy('post.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  // A page beyond the last one has no row that carries the total.
  const total =
    found[0]?.total ??
    (offset > 0 ? (await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirst())?.total : 0) ??
    0;
  return { ids: found.map(({ id }) => id), total: Number(total) };
}

/** The ids of several such lists of any kind: one query per forty lists. */
export function listWindowIdsOfEach(read: Reader, queries: readonly WindowQuery[]): Promise<number[][]> {
  return numbersOfEach(
    read,
    queries.map((query) =>
      inWindow(read, query)
        ?.select('post.id as number')
        .orderBy(orderSql(query.order))
        .orderBy('post.id', 'desc')
        .limit(query.limit)
        .offset(query.offset ?? 0),
    ),
  );
}

function inWindow(read: Reader, query: WindowQuery) {
  const {
    type = articleType,
    termGroups,
    excludeTermIds = [],
    authorIds,
    excludeAuthorIds = [],
    between,
    ids,
    excludeIds = [],
  } = query;
  const [first, ...others] = termGroups;
  if (!postTypeNamed(type).isPublic || (authorIds && !hasAuthors(type))) return undefined;
  if (termGroups.some((group) => group.length === 0) || ids?.length === 0) return undefined;
  let rows = read.selectFrom('post').where('post.type', '=', type).where(enlistedSql);
  if (ids) rows = rows.where('post.id', 'in', ids);
  else {
    const newest = first
      ? newestOfEach(read, { termIds: first, type, between }, maxCounted)
      : newestOf(read, type, authorIds, between);
    rows = rows.where('post.id', 'in', read.selectFrom(newest.as('newest')).select('newest.post_id'));
  }
  const sorted = (eb: ExpressionBuilder<Tables, 'post'>, termIds: readonly number[]) =>
    eb.exists(
      eb
        .selectFrom('post_term')
        .select('post_term.post_id')
        .whereRef('post_term.post_id', '=', 'post.id')
        .where('post_term.term_id', 'in', termIds),
    );
  for (const group of ids ? termGroups : others) rows = rows.where((eb) => sorted(eb, group));
  if (excludeTermIds.length > 0) rows = rows.where((eb) => eb.not(sorted(eb, excludeTermIds)));
  if (first && query.ownTermsOnly) {
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('term_relationship')
          .select('term_relationship.post_id')
          .whereRef('term_relationship.post_id', '=', 'post.id')
          .where('term_relationship.term_id', 'in', first),
      ),
    );
  }
  if (authorIds) rows = rows.where(writtenBy(authorIds));
  if (excludeAuthorIds.length > 0) rows = rows.where((eb) => eb.not(writtenBy(excludeAuthorIds)));
  if (between)
    rows = rows.where('post.published_at', '>=', between.from).where('post.published_at', '<', between.to);
  if (excludeIds.length > 0) rows = rows.where('post.id', 'not in', excludeIds);
  if (query.discussedOnly) rows = rows.where('post.comment_count', '>', 0);
  if (query.viewedOnly) rows = rows.where('post.view_count', '>', 0);
  return rows;
}

/** The newest posts overall, or of these users: first-author and co-author posts come from separate indexes. */
function newestOf(
  read: Reader,
  type: string,
  authorIds: readonly number[] | undefined,
  between: WindowQuery['between'],
) {
  let all = read
    .selectFrom('post')
    .select(['post.id as post_id', 'post.published_at'])
    .where('post.type', '=', type)
    .where(enlistedSql);
  if (between)
    all = all.where('post.published_at', '>=', between.from).where('post.published_at', '<', between.to);
  const posts = all.orderBy('post.published_at', 'desc').orderBy('post.id', 'desc').limit(maxCounted);
  if (!authorIds) return posts;
  let shared = read
    .selectFrom('byline')
    .select(['post_id', 'published_at'])
    .where('listed', '=', 1)
    .where('post_type', '=', type);
  if (between)
    shared = shared.where('published_at', '>=', between.from).where('published_at', '<', between.to);
  // SQLite allows ORDER BY in a subquery but not in a part of a union.
  const parts = authorIds
    .slice(0, maxAuthors)
    .flatMap((authorId) => [
      read
        .selectFrom(posts.where('post.author_id', '=', authorId).as('part'))
        .select(['post_id', 'published_at']),
      read
        .selectFrom(
          shared
            .where('user_id', '=', authorId)
            .orderBy('published_at', 'desc')
            .orderBy('post_id', 'desc')
            .limit(maxCounted)
            .as('part'),
        )
        .select(['post_id', 'published_at']),
    ]);
  return parts.reduce((whole, part) => whole.union(part));
}

function orderSql(order: WindowOrder): RawBuilder<unknown> {
  if (typeof order === 'object') return randomOrder(order.seed);
  if (order === 'title') return sql`lower(post.title)`;
  if (order === 'title-down') return sql`lower(post.title) desc`;
  return order === 'oldest' ? sql`post.published_at` : sql`${sql.ref(`post.${columns[order]}`)} desc`;
}

/** Upper limit of the total for several terms together; larger totals are reported as this number. */
export const maxCounted = 2000;
/** Terms per query; the rest are ignored. */
const maxTerms = 8;

interface AnyTermQuery {
  /** Posts with any of these terms or a descendant. */
  readonly termIds: readonly number[];
  readonly type?: string;
  readonly excludeIds?: readonly number[];
  readonly between?: { readonly from: number; readonly to: number } | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Each term's newest entries, at most as many as the page needs, so the cost doesn't grow with the terms. */
function newestOfEach(
  read: Reader,
  { termIds, type = articleType, excludeIds = [], between }: Omit<AnyTermQuery, 'limit' | 'offset'>,
  atMost: number,
) {
  const parts = termIds.slice(0, maxTerms).map((termId) => {
    let rows = read
      .selectFrom('post_term')
      .select(['post_id', 'published_at'])
      .where('term_id', '=', termId)
      .where('post_type', '=', type);
    if (excludeIds.length > 0) rows = rows.where('post_id', 'not in', excludeIds);
    if (between) rows = rows.where('published_at', '>=', between.from).where('published_at', '<', between.to);
    return read
      .selectFrom(rows.orderBy('published_at', 'desc').orderBy('post_id', 'desc').limit(atMost).as('part'))
      .select(['post_id', 'published_at']);
  });
  return parts.reduce((all, part) => all.union(part));
}

/** One page of listed posts with any of the terms, newest first, without duplicates, and their total (at most `maxCounted`). One query. */
export async function listPostsOfAny(
  read: Reader,
  query: AnyTermQuery,
): Promise<{ ids: number[]; total: number }> {
  if (query.termIds.length === 0 || !postTypeNamed(query.type ?? articleType).isPublic)
    return { ids: [], total: 0 };
  const { limit, offset = 0 } = query;
  const counted = read
    .selectFrom(newestOfEach(read, query, maxCounted).as('all_found'))
    .select(sql<number>`count(*)`.as('value'));
  const rows = await read
    .selectFrom(newestOfEach(read, query, limit + offset).as('found'))
    .select(['post_id', counted.as('total')])
    .orderBy('published_at', 'desc')
    .orderBy('post_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const total = rows[0]?.total ?? (offset > 0 ? (await counted.executeTakeFirst())?.value : 0) ?? 0;
  return { ids: rows.map((row) => row.post_id), total: Math.min(maxCounted, Number(total)) };
}

/** Random sort keys are integers below this (posts/writer.ts). */
const randomRange = 2 ** 31;
const randomColumns = ['rnd1', 'rnd2', 'rnd3', 'rnd4'] as const;

interface RandomListQuery {
  readonly type?: string;
  /** An integer. The same seed gives the same order, so pages of one list never repeat a post. */
  readonly seed: number;
  readonly excludeIds?: readonly number[];
  readonly limit: number;
  readonly offset?: number;
}

function walkOf(seed: number): { readonly column: (typeof randomColumns)[number]; readonly start: number } {
  return {
    column: randomColumns[Math.abs(seed) % randomColumns.length] ?? 'rnd1',
    start: (Math.imul(seed, 2_654_435_761) >>> 1) % randomRange,
  };
}

/** The order of a walk, for queries on `post` that sort few rows. */
export function randomOrder(seed: number): RawBuilder<unknown> {
  const { column, start } = walkOf(seed);
  return sql`(${sql.ref(`post.${column}`)} + ${sql.lit(randomRange - start)}) % ${sql.lit(randomRange)}`;
}

/** Ids of listed posts in random order: walks one of four random keys from a start given by the seed, and wraps around. */
export async function listRandomIds(
  read: Reader,
  { type = articleType, seed, excludeIds = [], limit, offset = 0 }: RandomListQuery,
): Promise<number[]> {
  if (!postTypeNamed(type).isPublic) return [];
  const { column, start } = walkOf(seed);
  const walk = async (after: boolean, take: number, skip: number) => {
    if (take <= 0) return [];
    let rows = read
      .selectFrom('post')
      .select('post.id')
      .where('post.type', '=', type)
      .where(enlistedSql)
      .where(`post.${column}`, after ? '>=' : '<', start);
    if (excludeIds.length > 0) rows = rows.where('post.id', 'not in', excludeIds);
    return (await rows.orderBy(`post.${column}`).orderBy('post.id').limit(take).offset(skip).execute()).map(
      ({ id }) => id,
    );
  };
  // Reads from the start of the walk (pages are few), so that every page wraps around at the same place.
  const first = await walk(true, limit + offset, 0);
  const wrapped = await walk(false, limit + offset - first.length, 0);
  return [...first, ...wrapped].slice(offset, offset + limit);
}
