import { counterKey, articleType, postTypeNamed } from '../types/index.ts';
import type { PostFormat } from '../../lib/post-formats.ts';
import { sql } from 'kysely';
import type { RawBuilder, AliasableExpression } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { portions } from '../../lib/batch.ts';
import type { PostStatus } from './model.ts';
import { enlistedBesideStatusSql, enlistedSql, editableBy, ofStatus } from './policy.ts';
import { supportOf } from './reader.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Actor } from '../../kernel/permission.ts';
import type { RuledPost } from './policy.ts';

export interface PostListQuery {
  /** Default: articles. A type that isn't public has no listed posts. */
  readonly type?: string;
  /** Only posts with this term or a descendant. */
  readonly termId?: number;
  readonly authorId?: number;
  readonly format?: PostFormat;
  /** Only posts published in [from, to), milliseconds. */
  readonly between?: { readonly from: number; readonly to: number };
  /** Default: newest. */
  readonly order?: 'newest' | 'oldest' | 'modified' | 'comments' | 'views';
  readonly excludeIds?: readonly number[];
  readonly discussedOnly?: boolean;
  readonly viewedOnly?: boolean;
  readonly limit: number;
  readonly offset?: number;
  /** Only posts after this one in a list by date. The cost is the same at any depth, and posts added since the previous page don't shift it. */
  readonly after?: ListCursor;
}

export interface ListCursor {
  readonly publishedAt: number;
  readonly id: number;
}

const orderColumns = {
  newest: 'published_at',
  oldest: 'published_at',
  modified: 'modified_at',
  comments: 'comment_count',
  views: 'view_count',
} as const;

export function hasAuthors(type: string): boolean {
  return supportOf(type)('author');
}

/** Whether one of these users wrote or co-wrote the query's `post`. */
export function writtenBy(authorIds: readonly number[]): RawBuilder<boolean> {
  const ids = sql.join(authorIds);
  return sql<boolean>`(post.author_id in (${ids}) or exists (select 1 from byline where byline.post_id = post.id and byline.user_id in (${ids})))`;
}

function within(
  { order, between, excludeIds = [], after }: Omit<PostListQuery, 'limit'>,
  published: string,
  id: string,
): RawBuilder<boolean> {
  const at = sql.ref(published);
  const parts = [sql`1 = 1`];
  if (between) parts.push(sql`${at} >= ${between.from} and ${at} < ${between.to}`);
  if (excludeIds.length > 0) parts.push(sql`${sql.ref(id)} not in (${sql.join(excludeIds)})`);
  if (after)
    parts.push(
      sql`(${at}, ${sql.ref(id)}) ${sql.raw(order === 'oldest' ? '>' : '<')} (${after.publishedAt}, ${after.id})`,
    );
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Ids of listed posts. Reads index entries only (a deferred join; callers fetch rows by id), so deep pages cost little more than the first. */
export async function listPostIds(read: Reader, query: PostListQuery): Promise<number[]> {
  const ids = await listedPosts(read, query)?.execute();
  return (ids ?? []).map(({ number }) => number);
}

export function listedPosts(read: Reader, query: PostListQuery): NumberQuery | undefined {
  const { type = articleType, order = 'newest', limit, offset = 0, termId, authorId } = query;
  if (!isListed(query)) return undefined;
  const direction = order === 'oldest' ? 'asc' : 'desc';
  const byDate = order === 'newest' || order === 'oldest';
  if (query.after && !byDate)
    throw new InvalidInputError(`A list by "${order}" has no cursor; use an offset.`);
  if (termId !== undefined && byDate) {
    let rows = read
      .selectFrom('post_term')
      .select('post_id as number')
      .where('term_id', '=', termId)
      .where('post_type', '=', type)
      .where(within(query, 'published_at', 'post_id'));
    if (authorId !== undefined)
      rows = rows.where(
        sql<boolean>`exists (select 1 from post where post.id = post_term.post_id and ${writtenBy([authorId])})`,
      );
    return rows.orderBy('published_at', direction).orderBy('post_id', direction).limit(limit).offset(offset);
  }
  if (authorId !== undefined && byDate) {
    const first = read
      .selectFrom('post')
      .select(['id', 'published_at'])
      .where('author_id', '=', authorId)
      .where('type', '=', type)
      .where(enlistedSql)
      .where(within(query, 'published_at', 'id'));
    const further = read
      .selectFrom('byline')
      .select(['post_id as id', 'published_at'])
      .where('user_id', '=', authorId)
      .where('listed', '=', 1)
      .where('post_type', '=', type)
      .where(within(query, 'published_at', 'post_id'));
    // Not every version of either database merges the two indexes, so each is read in order up to the page's end.
    const some = read
      .selectFrom(
        first
          .orderBy('published_at', direction)
          .orderBy('id', direction)
          .limit(limit + offset)
          .as('first'),
      )
      .select(['id as number', 'published_at']);
    const more = read
      .selectFrom(
        further
          .orderBy('published_at', direction)
          .orderBy('post_id', direction)
          .limit(limit + offset)
          .as('further'),
      )
      .select(['id as number', 'published_at']);
    return some
      .unionAll(more)
      .orderBy('published_at', direction)
      .orderBy('number', direction)
      .limit(limit)
      .offset(offset);
  }
  const column = `post.${orderColumns[order]}` as const;
  return matching(read, query)
    .select('post.id as number')
    .orderBy(column, direction)
    .orderBy('post.id', direction)
    .limit(limit)
    .offset(offset);
}

function matching(read: Reader, query: Omit<PostListQuery, 'limit'>) {
  const { type = articleType, termId, authorId } = query;
  let rows = read
    .selectFrom('post')
    .where('post.type', '=', type)
    .where(enlistedSql)
    .where(within(query, 'post.published_at', 'post.id'));
  if (authorId !== undefined) rows = rows.where(writtenBy([authorId]));
  if (termId !== undefined)
    rows = rows
      .innerJoin('post_term', 'post_term.post_id', 'post.id')
      .where('post_term.term_id', '=', termId);
  // The literal repeats the partial index's condition; few posts have another format than the standard one.
  if (query.format !== undefined)
    rows = rows.where('post.format', '=', query.format).where(sql<boolean>`post.format <> 'standard'`);
  if (query.discussedOnly) rows = rows.where('post.comment_count', '>', 0);
  if (query.viewedOnly) rows = rows.where('post.view_count', '>', 0);
  return rows;
}

/** Number of listed posts: one row of the maintained counters, or a count when limited to a time span or a format. */
export async function countListedPosts(
  read: Reader,
  query: Counted & Pick<PostListQuery, 'between' | 'format'>,
): Promise<number> {
  if ((query.between !== undefined || query.format !== undefined) && isListed(query)) {
    return Number(
      (await matching(read, query).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total,
    );
  }
  return (await countersOf(read, [query]))[0] ?? 0;
}

export type Counted = Pick<PostListQuery, 'type' | 'termId' | 'authorId'>;

export async function countersOf(read: Reader, queries: readonly Counted[]): Promise<number[]> {
  const keys = queries.map((query) => (isListed(query) ? counterKey(query) : undefined));
  const values = new Map<string, number>();
  for (const some of portions([...new Set(keys.filter((key) => key !== undefined))])) {
    for (const { key, value } of await read
      .selectFrom('counter')
      .select(['key', 'value'])
      .where('key', 'in', some)
      .execute())
      values.set(key, Number(value));
  }
  return keys.map((key) => values.get(key ?? '') ?? 0);
}

function isListed({ type = articleType, authorId }: Counted): boolean {
  return postTypeNamed(type).isPublic && (authorId === undefined || hasAuthors(type));
}

const dayMs = 86_400_000;
/** Gives all day keys the same length, including days before 1970. */
const firstDay = 5_000_000;

export function dayCounterKey(type: string, publishedAt: number): string {
  return `day:${type}:${Math.floor(publishedAt / dayMs) + firstDay}`;
}

export interface CountedDay {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Days with listed posts, newest first; from the maintained counters. */
export async function listCountedDays(read: Reader, type: string, limit: number): Promise<CountedDay[]> {
  if (!postTypeNamed(type).isPublic) return [];
  const rows = await read
    .selectFrom('counter')
    .select(['key', 'value'])
    .where('key', '>', `day:${type}:`)
    .where('key', '<', `day:${type};`)
    .where('value', '>', 0)
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ key, value }) => {
    const from = (Number(key.slice(key.lastIndexOf(':') + 1)) - firstDay) * dayMs;
    return { from, to: from + dayMs, count: Number(value) };
  });
}

/** Post types that have listed posts with a term, most posts first; from the maintained counters. */
export async function listTypesOfTerm(read: Reader, termId: number): Promise<string[]> {
  const prefix = counterKey({ termId, type: '' });
  // A term's keys are contiguous: from the colon to the next character.
  const rows = await read
    .selectFrom('counter')
    .select('key')
    .where('key', '>', prefix)
    .where('key', '<', `${prefix.slice(0, -1)};`)
    .where('value', '>', 0)
    .orderBy('value', 'desc')
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key.slice(prefix.length));
}

/**
 * Ids of sticky posts, newest first. Plain conditions on type and status would make SQLite choose the index of all such
 * posts, possibly a million.
 */
export async function listStickyIds(read: Reader, limit = 20): Promise<number[]> {
  const stuck = sql<boolean>`sticky = 1 and type || '' = ${sql.lit(articleType)} and ${enlistedBesideStatusSql}`;
  const rows = await read
    .selectFrom('post')
    .select('id')
    .where(stuck)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export interface NumberQuery extends AliasableExpression<{ number: number }> {
  execute(): Promise<{ readonly number: number }[]>;
  compile(): { readonly parameters: readonly unknown[] };
}

interface PlacedQuery {
  readonly query: NumberQuery;
  readonly place: number;
}

/** Limits of a combined statement: its subqueries and its bound values. Databases limit both. */
const maxTogether = { queries: 40, values: 10_000 };

/** Results of several queries, in their order: one statement per forty. `undefined` yields an empty result without a query. */
export async function numbersOfEach(
  read: Reader,
  queries: readonly (NumberQuery | undefined)[],
): Promise<number[][]> {
  const found: number[][] = queries.map(() => []);
  for (const group of statementsOf(queries))
    for (const { place, number } of await runTogether(read, group)) found[place]?.push(Number(number));
  return found;
}

function* statementsOf(queries: readonly (NumberQuery | undefined)[]): Generator<readonly PlacedQuery[]> {
  let group: PlacedQuery[] = [];
  let values = 0;
  for (const [place, query] of queries.entries()) {
    if (!query) continue;
    const more = queries.length === 1 ? 0 : query.compile().parameters.length;
    if (group.length === maxTogether.queries || (group.length > 0 && values + more > maxTogether.values)) {
      yield group;
      [group, values] = [[], 0];
    }
    group.push({ query, place });
    values += more;
  }
  if (group.length > 0) yield group;
}

/** A single query runs unchanged, so that its statement is the same on every page. */
async function runTogether(
  read: Reader,
  group: readonly PlacedQuery[],
): Promise<readonly { readonly place: number; readonly number: number }[]> {
  const [first, ...others] = group;
  if (!first) return [];
  if (others.length === 0)
    return (await first.query.execute()).map(({ number }) => ({ place: first.place, number }));
  const parts = group.map(({ query, place }) =>
    read
      .selectFrom(query.as('part'))
      // A union doesn't preserve the order of its parts, so ordered rows are numbered.
      .select([
        sql<number>`${sql.lit(place)}`.as('place'),
        'part.number',
        sql<number>`row_number() over ()`.as('at'),
      ]),
  );
  const [part, ...further] = parts;
  if (!part) return [];
  return further
    .reduce((all, one) => all.unionAll(one), part)
    .orderBy('place')
    .orderBy('at')
    .execute();
}

/** Posts a user may edit: counts by status, and posts of their own outside the trash. */
interface PostCounts {
  readonly byStatus: ReadonlyMap<PostStatus, number>;
  readonly mine: number;
}

const listed = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

export async function countByStatus(read: Reader, actor: Actor, type: string): Promise<PostCounts> {
  const rule: Rule<RuledPost> = editableBy(actor, type);
  const own = hasAuthors(type)
    ? sql<number>`sum(case when post.author_id = ${actor.id} then 1 else 0 end)`
    : sql<number>`0`;
  const rows = await read
    .selectFrom('post')
    .select(['post.status', sql<number>`count(*)`.as('total'), own.as('own')])
    .where('post.type', '=', type)
    .where(ofStatus(listed).sql())
    .where(rule.sql())
    .groupBy('post.status')
    .execute();
  const mine = rows.reduce(
    (sum, { status, own: count }) => (status === 'trash' ? sum : sum + Number(count)),
    0,
  );
  return { byStatus: new Map(rows.map(({ status, total }) => [status, Number(total)])), mine };
}
