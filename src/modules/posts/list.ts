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

/** Which listed posts, in which order; every field narrows. */
export interface PostListQuery {
  /** Post type; default articles. One that visitors may not see has nothing listed. */
  readonly type?: string;
  /** Only posts of this term or one below it. */
  readonly termId?: number;
  /** Only posts that this user wrote, alone or with others. */
  readonly authorId?: number;
  /** Only posts of this format. */
  readonly format?: PostFormat;
  /** Only posts published in [from, to), milliseconds. */
  readonly between?: { readonly from: number; readonly to: number };
  /** Default newest first. */
  readonly order?: 'newest' | 'oldest' | 'modified' | 'comments' | 'views';
  readonly excludeIds?: readonly number[];
  /** Only posts that somebody commented on. */
  readonly discussedOnly?: boolean;
  /** Only posts that somebody was counted to read. */
  readonly viewedOnly?: boolean;
  readonly limit: number;
  readonly offset?: number;
  /**
   * Only what comes after this post in a list by date: the place where an earlier page ended. It costs the same however deep, and moves by nothing when posts
   * are added meanwhile.
   */
  readonly after?: ListCursor;
}

/** Names a place in a list by date: the last post of a page. */
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

/** Whether posts of a type stand in lists by author. */
export function hasAuthors(type: string): boolean {
  return supportOf(type)('author');
}

/** Whether one of these people wrote the `post` of a query, alone or with others. */
export function writtenBy(authorIds: readonly number[]): RawBuilder<boolean> {
  const ids = sql.join(authorIds);
  return sql<boolean>`(post.author_id in (${ids}) or exists (select 1 from byline where byline.post_id = post.id and byline.user_id in (${ids})))`;
}

/** The part of a list by date that a query asks for, on any table that holds such a list. */
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

/**
 * Ids of listed posts. Reads index entries only (a deferred join: callers fetch what they show by id afterwards), so a deep page costs little more than the
 * first.
 */
export async function listPostIds(read: Reader, query: PostListQuery): Promise<number[]> {
  const ids = await listedPosts(read, query)?.execute();
  return (ids ?? []).map(({ number }) => number);
}

/** The query of `listPostIds`; undefined where it lists nothing. */
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
    // Neither database merges the two by itself on every version: of each, what can be on the page is read in order from its index.
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

/** Listed posts by all that narrows a query. */
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
  // The literal is that of the index: few posts have another format than the usual one.
  if (query.format !== undefined)
    rows = rows.where('post.format', '=', query.format).where(sql<boolean>`post.format <> 'standard'`);
  if (query.discussedOnly) rows = rows.where('post.comment_count', '>', 0);
  if (query.viewedOnly) rows = rows.where('post.view_count', '>', 0);
  return rows;
}

/** How many listed posts there are, from the maintained counters: one row, whatever the number of posts. Those of a span of time or a format are counted. */
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

/** What a maintained counter counts. */
export type Counted = Pick<PostListQuery, 'type' | 'termId' | 'authorId'>;

/** What these counters say, in one query. */
export async function countersOf(read: Reader, asked: readonly Counted[]): Promise<number[]> {
  const keys = asked.map((query) => (isListed(query) ? counterKey(query) : undefined));
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

/** Whether anything of a type can stand in a list of this kind. */
function isListed({ type = articleType, authorId }: Counted): boolean {
  return postTypeNamed(type).isPublic && (authorId === undefined || hasAuthors(type));
}

const dayMs = 86_400_000;
/** Keys of days have one length, also of those before 1970. */
const firstDay = 5_000_000;

/** The counter of the posts that were published on one day of UTC. */
export function dayCounterKey(type: string, publishedAt: number): string {
  return `day:${type}:${Math.floor(publishedAt / dayMs) + firstDay}`;
}

/** A day of UTC on which listed posts were published. */
export interface CountedDay {
  /** Its first millisecond, and the one behind its last. */
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

/** Post types of which a term has listed posts, most first; from the maintained counters. */
export async function listTypesOfTerm(read: Reader, termId: number): Promise<string[]> {
  const prefix = counterKey({ termId, type: '' });
  // The keys of a term follow one another: from the colon to the character behind it.
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
 * Ids of sticky posts, newest first. (Plain conditions on type and status would lead SQLite to the index of all such posts, of which there may be a million.)
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

/** A query that gives numbers: ids in an order, or a count. */
export interface NumberQuery extends AliasableExpression<{ number: number }> {
  execute(): Promise<{ readonly number: number }[]>;
  compile(): { readonly parameters: readonly unknown[] };
}

interface Asked {
  readonly query: NumberQuery;
  /** Among all that are asked. */
  readonly place: number;
}

/** Queries that are put into one statement, and the values that they may hold together: databases bound both. */
const mostTogether = { queries: 40, values: 10_000 };

/** What each of several queries gives, in its order: one statement for forty of them. `undefined` gives nothing, and asks nothing. */
export async function numbersOfEach(
  read: Reader,
  queries: readonly (NumberQuery | undefined)[],
): Promise<number[][]> {
  const found: number[][] = queries.map(() => []);
  for (const asked of statementsOf(queries))
    for (const { place, number } of await askTogether(read, asked)) found[place]?.push(Number(number));
  return found;
}

function* statementsOf(queries: readonly (NumberQuery | undefined)[]): Generator<readonly Asked[]> {
  let asked: Asked[] = [];
  let values = 0;
  for (const [place, query] of queries.entries()) {
    if (!query) continue;
    const more = queries.length === 1 ? 0 : query.compile().parameters.length;
    if (asked.length === mostTogether.queries || (asked.length > 0 && values + more > mostTogether.values)) {
      yield asked;
      [asked, values] = [[], 0];
    }
    asked.push({ query, place });
    values += more;
  }
  if (asked.length > 0) yield asked;
}

/** One alone is asked as it is: its statement is the same on every page. */
async function askTogether(
  read: Reader,
  asked: readonly Asked[],
): Promise<readonly { readonly place: number; readonly number: number }[]> {
  const [first, ...others] = asked;
  if (!first) return [];
  if (others.length === 0)
    return (await first.query.execute()).map(({ number }) => ({ place: first.place, number }));
  const parts = asked.map(({ query, place }) =>
    read
      .selectFrom(query.as('part'))
      // What stands in an order is numbered by it, since parts of a union come in any.
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

/** How many posts somebody may edit: of each status that there are some of, and those that are theirs alone beside the trash. */
interface PostCounts {
  readonly byStatus: ReadonlyMap<PostStatus, number>;
  readonly mine: number;
}

/** Statuses that lists of the newsroom show. */
const listed = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** Counts the posts of a type that somebody may edit, in one query. */
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
