import { expressionBuilder, sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { portions } from '../../lib/batch.ts';
import { countWithValue, listWithValue, maxFieldCount, sizeOfField, valueOf } from './field-conditions.ts';
import { countersOf, listedPosts, numbersOfEach } from './list.ts';
import type { Counted, PostListQuery, NumberQuery } from './list.ts';
import { randomOrder } from './list-window.ts';
import { enlistedSql, visibleTo, ofStatus } from './policy.ts';
import { isByField, listByField } from './list-by-value.ts';
import { conditions, dateAmong, isOnlyValue, narrowing, plansFor } from './post-filter.ts';
import type { Among, FilteredQuery, Plan, PostFilter } from './post-filter.ts';
import { articleType, fileType, postTypeNamed } from '../types/index.ts';
import { fold } from '../../lib/fold.ts';
import type { PostStatus } from './model.ts';

/** Maximum number of bound values in a list queried status by status; databases limit them. */
const maxOfStatuses = 10_000;

function onlyTerm(filter: PostFilter): number | undefined {
  const narrows = narrowing(filter);
  return narrows.length === 1 &&
    narrows[0] === 'termGroups' &&
    filter.termGroups?.length === 1 &&
    filter.termGroups[0]?.length === 1
    ? filter.termGroups[0][0]
    : undefined;
}

function onlyAuthor(filter: PostFilter): number | undefined {
  return narrowing(filter).join() === 'authorIds' && filter.authorIds?.length === 1
    ? filter.authorIds[0]
    : undefined;
}

/** Ordered ids of posts visible to visitors, or `among` others. Visitors' usual lists (all, one author or one term, by date) walk an index. */
export async function listFilteredIds(read: Reader, query: FilteredQuery, among?: Among): Promise<number[]> {
  return (await listFilteredIdsOfEach(read, [query], among))[0] ?? [];
}

/** Like `listFilteredIds` for several lists of any kind: two queries per forty lists. */
export async function listFilteredIdsOfEach(
  read: Reader,
  queries: readonly FilteredQuery[],
  among?: Among,
): Promise<number[][]> {
  if (queries.some(({ order }) => isByField(order))) {
    const lists: number[][] = [];
    for (const query of queries)
      lists.push(
        isByField(query.order)
          ? await listByField(read, query, query.order, among)
          : await listFilteredIds(read, query, among),
      );
    return lists;
  }
  const walks = queries.map((query) => indexWalk(read, query, among));
  const planned = queries.filter((_query, place) => walks[place] === undefined);
  const plans = new Map(
    (await plansFor(read, planned, { to: 'toList', among })).map((plan, place) => [planned[place], plan]),
  );
  const found = await numbersOfEach(
    read,
    queries.map((query, place) => {
      const [walk, plan] = [walks[place], plans.get(query)];
      return walk ? walk.ids : plan && matchingIds(read, query, plan, among);
    }),
  );
  return found.map((ids, place) => {
    const { order, ids: givenIds = [], offset, limit } = queries[place] ?? nothing;
    if (order !== 'given') return ids;
    const all = new Set(ids);
    return givenIds.filter((id) => all.has(id)).slice(offset, offset + limit);
  });
}

const nothing: FilteredQuery = { type: articleType, order: 'id', descending: false, limit: 0, offset: 0 };

/** The query for a list whose order an index provides; `ids` is undefined for an empty list. Returns undefined if no index fits. */
function indexWalk(
  read: Reader,
  query: FilteredQuery,
  among: Among | undefined,
): { readonly ids: NumberQuery | undefined } | undefined {
  const { order, descending, limit, offset, type } = query;
  const direction = descending ? 'desc' : 'asc';
  const isByDate = !among && order === 'published_at';
  const authorId = onlyAuthor(query);
  if (isByDate && type !== fileType && (narrowing(query).length === 0 || authorId !== undefined)) {
    return {
      ids: listedPosts(read, {
        type,
        order: descending ? 'newest' : 'oldest',
        limit,
        offset,
        ...(authorId === undefined ? {} : { authorId }),
      }),
    };
  }
  const [condition] = query.fields ?? [];
  if (condition?.anyOf?.length === 1 && isByDate && isOnlyValue(query))
    return { ids: listWithValue(read, condition, query) };
  const termId = isByDate ? onlyTerm(query) : undefined;
  if (termId !== undefined) {
    const ids = read
      .selectFrom('post_term')
      .select('post_term.post_id as number')
      .where('post_term.term_id', '=', termId)
      .where('post_term.post_type', '=', type)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('term_relationship')
            .select('term_relationship.term_id')
            .whereRef('term_relationship.post_id', '=', 'post_term.post_id')
            .where('term_relationship.term_id', '=', termId),
        ),
      )
      .orderBy('post_term.published_at', direction)
      .orderBy('post_term.post_id', direction)
      .limit(limit)
      .offset(offset);
    return { ids };
  }
  return order === 'title' && narrowing(query).length === 0 && type !== fileType
    ? { ids: byTitle(read, query, among) }
    : undefined;
}

function matchingIds(read: Reader, query: FilteredQuery, plan: Plan, among: Among | undefined): NumberQuery {
  const { order, descending, limit, offset } = query;
  const direction = descending ? 'desc' : 'asc';
  const rows = read
    .selectFrom('post')
    .select('post.id as number')
    .where((eb) => eb.and(conditions(read, eb, query, plan, among)));
  if (order === 'given') return rows;
  const [condition] = query.fields ?? [];
  if (condition && plan.firstField === 0 && !among && order === 'published_at' && isOnlyValue(query))
    return listWithValue(read, condition, query);
  if (
    order === 'published_at' &&
    among &&
    among.statuses.length > 1 &&
    !plan.besideType &&
    query.titleSearch === undefined
  ) {
    const values = rows.compile().parameters.length;
    if (values * among.statuses.length <= maxOfStatuses) return byDate(read, query, plan, among) ?? rows;
  }
  const by =
    typeof order === 'object'
      ? 'seed' in order
        ? randomOrder(order.seed)
        : valueOf(order.field)
      : order === 'slugs'
        ? placeIn(query.slugs ?? [])
        : order === 'published_at'
          ? dateAmong(among)
          : sql.ref(`post.${order}`);
  return rows
    .orderBy(by, order === 'slugs' ? 'asc' : direction)
    .orderBy('post.id', direction)
    .limit(limit)
    .offset(offset);
}

function placeIn(slugs: readonly string[]): RawBuilder<number> {
  const places = slugs.map((slug, place) => sql`when ${slug} then ${sql.lit(place)}`);
  return places.length === 0 ? sql`0` : sql`case post.slug ${sql.join(places, sql` `)} end`;
}

/**
 * Merges a by-date list from the index of each status, reading only as far as the page needs: in one query, PostgreSQL
 * would read and sort every post. Drafts are few, so sorting them is cheap.
 */
function byDate(
  read: Reader,
  query: FilteredQuery,
  plan: Plan,
  { rule, statuses }: Among,
): NumberQuery | undefined {
  const { descending, limit, offset } = query;
  const direction = descending ? 'desc' : 'asc';
  const [first, ...further] = statuses.map((status) => {
    const own = { rule, statuses: [status] };
    const ofOne = read
      .selectFrom('post')
      .select(['post.id', dateAmong(own).as('published_at')])
      .where((eb) => eb.and(conditions(read, eb, query, plan, own)))
      .orderBy(dateAmong(own), direction)
      .orderBy('post.id', direction)
      .limit(limit + offset);
    return read.selectFrom(ofOne.as('part')).select(['id as number', 'published_at']);
  });
  return (
    first &&
    further
      .reduce((parts, part) => parts.unionAll(part), first)
      .orderBy('published_at', direction)
      .orderBy('number', direction)
      .limit(limit)
      .offset(offset)
  );
}

/** A type's posts by title, merged from each status' index and read only as far as the page needs. */
function byTitle(
  read: Reader,
  { type, descending, limit, offset }: FilteredQuery,
  { rule, statuses }: Among = { rule: visibleTo(undefined, type), statuses: ['publish'] },
): NumberQuery | undefined {
  const direction = descending ? 'desc' : 'asc';
  // Spelled exactly as in the index: an expression index matches no other spelling.
  const begins = sql<string>`substr(post.title, 1, 60)`;
  const [first, ...further] = statuses.map((status) => {
    const ofOne = read
      .selectFrom('post')
      .select(['post.id', 'post.title', begins.as('begins')])
      .where(sql<boolean>`post.type || '/' || post.status = ${sql.lit(`${type}/${status}`)}`)
      .where(rule.sql({ beside: ['status'] }))
      .orderBy(begins, direction)
      .orderBy('post.title', direction)
      .orderBy('post.id', direction)
      .limit(limit + offset);
    return read.selectFrom(ofOne.as('part')).select(['id as number', 'title', 'begins']);
  });
  return (
    first &&
    further
      .reduce((parts, part) => parts.unionAll(part), first)
      .orderBy('begins', direction)
      .orderBy('title', direction)
      .orderBy('number', direction)
      .limit(limit)
      .offset(offset)
  );
}

/** Number of matching posts; for visitors it comes from a maintained counter where one exists. */
export async function countFiltered(read: Reader, filter: PostFilter, among?: Among): Promise<number> {
  return (await countFilteredOfEach(read, [filter], among))[0] ?? 0;
}

/** Like `countFiltered` for several filters: three queries per forty, or one when counters cover all. */
export async function countFilteredOfEach(
  read: Reader,
  filters: readonly PostFilter[],
  among?: Among,
): Promise<number[]> {
  const isCounted = (filter: PostFilter) => !among && filter.type !== fileType;
  const requested = filters.map((filter) => ({
    filter,
    termId: isCounted(filter) ? onlyTerm(filter) : undefined,
  }));
  const parents = await withChildren(
    read,
    requested.flatMap(({ termId }) => termId ?? []),
  );
  const counters = requested.map(({ filter, termId }): Counted | undefined => {
    if (!isCounted(filter)) return undefined;
    const authorId = onlyAuthor(filter);
    if (narrowing(filter).length === 0) return { type: filter.type };
    if (termId !== undefined && !parents.has(termId)) return { type: filter.type, termId };
    return authorId === undefined ? undefined : { type: filter.type, authorId };
  });
  const planned = filters.filter((_filter, place) => counters[place] === undefined);
  const plans = await plansFor(read, planned, { to: 'toCount', among });
  const [known, counted] = await Promise.all([
    countersOf(
      read,
      counters.filter((counter) => counter !== undefined),
    ),
    numbersOfEach(
      read,
      planned.map((filter, place) => {
        const plan = plans[place];
        if (plan && filter.fields && filter.fields.length > 0)
          return countOfFields(read, filter, filter.fields, plan, among);
        return (
          plan &&
          read
            .selectFrom('post')
            .select(sql<number>`count(*)`.as('number'))
            .where((eb) => eb.and(conditions(read, eb, filter, plan, among)))
        );
      }),
    ),
  ]);
  const totals = { known: known.values(), counted: counted.values() };
  return counters.map(
    (counter) => (counter ? totals.known.next().value : totals.counted.next().value?.[0]) ?? 0,
  );
}

/** At most `maxFieldCount`, so that a value of many posts costs no more than its index entries up to there. */
function countOfFields(
  read: Reader,
  filter: PostFilter,
  fields: NonNullable<PostFilter['fields']>,
  plan: Plan,
  among: Among | undefined,
): NumberQuery | undefined {
  const first = plan.firstField ?? 0;
  const condition = fields[first];
  if (!condition) return undefined;
  if (!among && isOnlyValue(filter)) return sizeOfField(read, condition, true, maxFieldCount);
  const others = { ...filter, fields: fields.filter((_one, place) => place !== first) };
  const builder = expressionBuilder<Tables, 'post'>();
  const rest = conditions(read, builder, others, { ...plan, besideType: true, firstField: undefined }, among);
  return countWithValue(read, condition, sql<boolean>`${builder.and(rest)}`);
}

/** The terms that have children; their counters include the children's posts. */
async function withChildren(read: Reader, termIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const some of portions([...new Set(termIds)])) {
    for (const { parent_id: id } of await read
      .selectFrom('term')
      .select('parent_id')
      .distinct()
      .where('parent_id', 'in', some)
      .execute())
      found.add(id);
  }
  return found;
}

/** Ids of the newest listed posts of several types, newest first; at most `maxOfType` per type, in one query. */
export async function listNewestIds(
  read: Reader,
  types: readonly string[],
  maxOfType: number,
  between?: PostListQuery['between'],
): Promise<number[]> {
  const [first, ...further] = types
    .filter((type) => postTypeNamed(type).isPublic)
    .map((type) => {
      const newest = read
        .selectFrom('post')
        .select(['id', 'published_at'])
        .where('type', '=', type)
        .where(enlistedSql)
        .$if(between !== undefined, (rows) =>
          rows.where('published_at', '>=', between?.from ?? 0).where('published_at', '<', between?.to ?? 0),
        )
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxOfType);
      // SQLite allows ORDER BY in a subquery but not in a part of a union.
      return read.selectFrom(newest.as('newest')).select(['id', 'published_at']);
    });
  if (!first) return [];
  const rows = await further
    .reduce((all, list) => all.unionAll(list), first)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Maximum number of titles searched, the most recently modified first, and of results returned. */
const maxTitles = 5000;
const maxFound = 500;

/**
 * Ids of posts whose titles contain the text, folded as in search, last modified first: for drafts and trash, which no
 * index covers. `whole` lists exact matches. The caller checks visibility.
 */
export async function findByTitle(
  read: Reader,
  type: string,
  statuses: readonly PostStatus[],
  text: string,
): Promise<{ readonly whole: readonly number[]; readonly others: readonly number[] }> {
  const newest = await read
    .selectFrom('post')
    .select(['post.id', 'post.title'])
    .where('post.type', '=', type)
    .where(ofStatus(statuses).sql())
    .orderBy('post.modified_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(maxTitles)
    .execute();
  // Databases fold only some characters, and not the same ones.
  const folded = fold(text).trim();
  if (folded === '') return { whole: [], others: [] };
  const found = newest
    .map(({ id, title }) => ({ id, title: fold(title).trim() }))
    .filter(({ title }) => title.includes(folded));
  const idsOf = (isWhole: boolean) =>
    found
      .filter(({ title }) => (title === folded) === isWhole)
      .slice(0, maxFound)
      .map(({ id }) => id);
  return { whole: idsOf(true), others: idsOf(false) };
}

interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

const portion = 50;

/** The stored texts of posts by id. The caller checks visibility. */
export async function findTexts(read: Reader, ids: readonly number[]): Promise<Map<number, Texts>> {
  const found = new Map<number, Texts>();
  for (let from = 0; from < ids.length; from += portion) {
    const rows = await read
      .selectFrom('post')
      .select(['id', 'title', 'content', 'excerpt'])
      .where('id', 'in', ids.slice(from, from + portion))
      .execute();
    for (const { id, ...texts } of rows) found.set(id, texts);
  }
  return found;
}
