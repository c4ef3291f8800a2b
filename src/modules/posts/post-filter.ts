import type { PostFormat } from '../../lib/post-formats.ts';
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { holdsFolded } from '../../kernel/db/search-sql.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { besideIndexes } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import { portions } from '../../lib/batch.ts';
import { hasAuthors, writtenBy, numbersOfEach } from './list.ts';
import type { NumberQuery } from './list.ts';
import { ofStatus, visibleTo } from './policy.ts';
import type { RuledPost } from './policy.ts';
import type { PostStatus } from './model.ts';
import { articleType } from '../types/index.ts';

type OrderColumn =
  | 'published_at'
  | 'id'
  | 'title'
  | 'slug'
  | 'modified_at'
  | 'author_id'
  | 'menu_order'
  | 'parent_id'
  | 'comment_count';

/** Columns that a list can be ordered by; `given`: in the order of `ids`, `slugs`: of those. */
export type FilteredOrder = OrderColumn | 'given' | 'slugs';

/** Which posts of one type; every field narrows, an empty list of wanted values matches nothing. */
export interface PostFilter {
  readonly type: string;
  readonly ids?: readonly number[] | undefined;
  readonly excludeIds?: readonly number[] | undefined;
  readonly slugs?: readonly string[] | undefined;
  readonly authorIds?: readonly number[] | undefined;
  readonly excludeAuthorIds?: readonly number[] | undefined;
  readonly parentIds?: readonly number[] | undefined;
  readonly excludeParentIds?: readonly number[] | undefined;
  readonly menuOrder?: number | undefined;
  readonly sticky?: boolean | undefined;
  readonly formats?: readonly PostFormat[] | undefined;
  readonly mimeTypes?: readonly string[] | undefined;
  /** First halves of mime types: `image`. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Files that no post uses, and that are none of these, which something else uses (`usedBesidePosts`). */
  readonly unusedBeside?: readonly number[] | undefined;
  /** Files of which there is another one of the same bytes. */
  readonly hasCopies?: boolean | undefined;
  /** Part of the title, looked for in the newest of the type only: for attachments, which no search index holds. */
  readonly titleSearch?: string | undefined;
  /** Posts given one term of each group themselves (terms below do not count). */
  readonly termGroups?: readonly (readonly number[])[] | undefined;
  /** Posts that fulfil one of these choices, each of them such groups. */
  readonly termChoices?: readonly (readonly (readonly number[])[])[] | undefined;
  readonly excludeTermIds?: readonly number[] | undefined;
  /** Published strictly after and before, milliseconds; likewise for changes. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly modifiedAfter?: number | undefined;
  readonly modifiedBefore?: number | undefined;
}

/** Which posts of a type somebody asks among. */
export interface Among {
  readonly rule: Rule<RuledPost>;
  readonly statuses: readonly PostStatus[];
}

export interface FilteredQuery extends PostFilter {
  /** `{ seed }`: at random, the same seed giving the same order. */
  readonly order: FilteredOrder | { readonly seed: number };
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** Titles that a search without an index looks through. */
const mostTitles = 5000;

/** Statuses of posts that may have no date yet: they are listed by that of their last change, which is what is told of them (`dateOf` of REST). */
const undated: ReadonlySet<PostStatus> = new Set(['draft', 'pending', 'auto-draft', 'trash']);
const mayBeUndated = (among: Among | undefined) =>
  among?.statuses.some((status) => undated.has(status)) ?? false;
const toldDate = sql<number>`case when post.published_at = 0 then post.modified_at else post.published_at end`;
/** The date that posts of these statuses are listed by. */
export const dateAmong = (among: Among | undefined) =>
  mayBeUndated(among) ? toldDate : sql.ref<number>('post.published_at');

type Builder = ExpressionBuilder<Tables, 'post'>;

/**
 * Posts of a term or an author (or several) up to which it is cheaper to begin with them than to walk the whole list. A page of a list needs no more than its
 * beginning, where those of many posts come often; a count walks to the end.
 */
const fewPosts = { toList: 2000, toCount: 10_000 };

/** How a question is best asked: left alone, SQLite begins with type and status, which is right for most questions and slow for some. */
export interface Plan {
  /** Begin with something else than type and status. */
  readonly besideType: boolean;
  /** Begin with the posts of this group of terms. */
  readonly firstGroup: number | undefined;
  /** Begin with the posts of the authors. */
  readonly beginsWithAuthors: boolean;
  readonly to: keyof typeof fewPosts;
}

interface Planned {
  readonly to: keyof typeof fewPosts;
  readonly among: Among | undefined;
}

/** Plans of several questions: the sizes of all their terms are one query; those of authors, which have indexes of their own for visitors, another one. */
export async function plansFor(
  read: Reader,
  asked: readonly (PostFilter & Partial<Pick<FilteredQuery, 'order'>>)[],
  { to, among }: Planned,
): Promise<Plan[]> {
  const most = fewPosts[to];
  const ofAuthors = await numbersOfEach(
    read,
    asked.map(({ type, authorIds = [] }) =>
      among && authorIds.length > 0 && hasAuthors(type) ? sizeOf(read, type, authorIds, most + 1) : undefined,
    ),
  );
  const ids = [...new Set(asked.flatMap(({ termGroups = [] }) => termGroups.flat()))];
  const counts = new Map<number, number>();
  for (const some of portions(ids)) {
    for (const { id, count } of await read
      .selectFrom('term')
      .select(['id', 'count'])
      .where('id', 'in', some)
      .execute())
      counts.set(id, count);
  }
  return asked.map((filter, place) => {
    const firstGroup = smallGroup(counts, filter.termGroups ?? [], most);
    const beginsWithAuthors = firstGroup === undefined && (ofAuthors[place]?.[0] ?? Infinity) <= most;
    const few =
      filter.ids !== undefined ||
      filter.slugs !== undefined ||
      filter.sticky === true ||
      firstGroup !== undefined ||
      beginsWithAuthors;
    // Nearly all rows are posts, so their other indexes serve as well; of pages there are few, and sorting those is cheaper.
    return {
      besideType: few || (filter.type === articleType && (filter.order === 'id' || filter.order === 'slug')),
      firstGroup,
      beginsWithAuthors,
      to,
    };
  });
}

/** Ids of the posts that these people wrote, alone or with others, published or not. */
function writtenIds(read: Reader, type: string, authorIds: readonly number[]) {
  const further = read
    .selectFrom('byline')
    .select('byline.post_id as number')
    .where('byline.user_id', 'in', authorIds)
    .where('byline.post_type', '=', type);
  return read
    .selectFrom('post as own')
    .select('own.id as number')
    .where('own.author_id', 'in', authorIds)
    .where('own.type', '=', type)
    .unionAll(further);
}

/** How many those are, at most `most`. */
function sizeOf(read: Reader, type: string, authorIds: readonly number[], most: number): NumberQuery {
  return read
    .selectFrom(writtenIds(read, type, authorIds).limit(most).as('some'))
    .select(sql<number>`count(*)`.as('number'));
}

/** The group of terms with the fewest posts, if those are few. */
function smallGroup(
  counts: ReadonlyMap<number, number>,
  groups: readonly (readonly number[])[],
  most: number,
): number | undefined {
  if (groups.flat().length === 0) return undefined;
  const sizes = groups.map((group) => group.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0));
  const smallest = Math.min(...sizes);
  return smallest <= most ? sizes.indexOf(smallest) : undefined;
}

/** All conditions of a filter, for visitors or `among` others. */
export function conditions(
  read: Reader,
  eb: Builder,
  filter: PostFilter,
  plan: Plan,
  among: Among | undefined,
): Expression<SqlBool>[] {
  const ofType = plan.besideType
    ? sql<boolean>`${besideIndexes(sql.ref('post.type'))} = ${filter.type}`
    : eb('post.type', '=', filter.type);
  const place = plan.besideType ? { beside: ['status'] } : {};
  const all: Expression<SqlBool>[] = [ofType, (among?.rule ?? visibleTo(undefined, filter.type)).sql(place)];
  if (among) all.push(ofStatus(among.statuses).sql(place));
  const narrow = (
    column: 'post.id' | 'post.parent_id',
    wanted: readonly number[] | undefined,
    unwanted: readonly number[] | undefined,
  ) => {
    if (wanted) all.push(wanted.length > 0 ? eb(column, 'in', wanted) : sql<boolean>`1 = 0`);
    if (unwanted && unwanted.length > 0) all.push(eb(column, 'not in', unwanted));
  };
  narrow('post.id', filter.ids, filter.excludeIds);
  all.push(...authorConditions(read, eb, filter, plan));
  narrow('post.parent_id', filter.parentIds, filter.excludeParentIds);
  if (filter.slugs)
    all.push(filter.slugs.length > 0 ? eb('post.slug', 'in', filter.slugs) : sql<boolean>`1 = 0`);
  if (filter.formats)
    all.push(filter.formats.length > 0 ? eb('post.format', 'in', filter.formats) : sql<boolean>`1 = 0`);
  if (filter.menuOrder !== undefined) all.push(eb('post.menu_order', '=', filter.menuOrder));
  if (filter.sticky !== undefined)
    all.push(filter.sticky ? sql<boolean>`post.sticky = 1` : sql<boolean>`post.sticky = 0`);
  all.push(...fileConditions(eb, filter));
  if (filter.after !== undefined) all.push(eb(dateAmong(among), '>', filter.after));
  if (filter.before !== undefined) all.push(eb(dateAmong(among), '<', filter.before));
  if (filter.modifiedAfter !== undefined) all.push(eb('post.modified_at', '>', filter.modifiedAfter));
  if (filter.modifiedBefore !== undefined) all.push(eb('post.modified_at', '<', filter.modifiedBefore));
  all.push(...termConditions(eb, filter, plan));
  return all;
}

function authorConditions(read: Reader, eb: Builder, filter: PostFilter, plan: Plan): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.authorIds) {
    all.push(
      filter.authorIds.length === 0 || !hasAuthors(filter.type)
        ? sql<boolean>`1 = 0`
        : plan.beginsWithAuthors
          ? eb('post.id', 'in', writtenIds(read, filter.type, filter.authorIds))
          : writtenBy(filter.authorIds),
    );
  }
  if (filter.excludeAuthorIds && filter.excludeAuthorIds.length > 0 && hasAuthors(filter.type))
    all.push(eb.not(writtenBy(filter.excludeAuthorIds)));
  return all;
}

/** Conditions that only files are asked for. */
function fileConditions(eb: Builder, filter: PostFilter): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.mimeTypes || filter.mediaTypes) {
    const prefixes = (filter.mediaTypes ?? []).map((prefix) =>
      eb('post.mime_type', 'like', `${prefix.replace(/[^a-z]/g, '')}/%`),
    );
    all.push(
      eb.or([
        ...(filter.mimeTypes && filter.mimeTypes.length > 0
          ? [eb('post.mime_type', 'in', filter.mimeTypes)]
          : []),
        ...prefixes,
      ]),
    );
  }
  if (filter.unusedBeside) all.push(unusedFile(filter.unusedBeside));
  if (filter.hasCopies) {
    all.push(sql<boolean>`exists (select 1 from media join media as copy on copy.content_hash = media.content_hash and copy.post_id <> media.post_id
      where media.post_id = post.id and media.content_hash <> '' and copy.content_hash <> '')`);
  }
  if (filter.titleSearch) {
    all.push(holdsFolded('post.title', filter.titleSearch));
    all.push(
      sql<boolean>`post.id in (
      select newest.id from (select id from post where type = ${filter.type} and status = 'inherit' order by published_at desc, id desc
        limit ${mostTitles}) as newest)`,
    );
  }
  return all;
}

function termConditions(eb: Builder, filter: PostFilter, plan: Plan): Expression<SqlBool>[] {
  const given = (ids: readonly number[]) =>
    eb.exists(
      eb
        .selectFrom('term_relationship')
        .select('term_relationship.term_id')
        .whereRef('term_relationship.post_id', '=', 'post.id')
        .where('term_relationship.term_id', 'in', ids),
    );
  const givenAny = (ids: readonly number[]) => (ids.length === 0 ? sql<boolean>`1 = 0` : given(ids));
  // Asked of each post in turn, the walk ends with the page; as a join, which SQLite makes of it, it goes to the end.
  const givenInTurn = (ids: readonly number[]) => sql<boolean>`(${given(ids)} or 1 = 0)`;
  const givenAll = (groups: readonly (readonly number[])[]) =>
    groups.length > mostInTurn ? givenEach(groups) : eb.and(groups.map(givenAny));
  const groups = filter.termGroups ?? [];
  const all: Expression<SqlBool>[] = [];
  if (groups.length > mostInTurn) all.push(givenEach(groups));
  else
    all.push(
      ...groups.map((ids, index) => {
        if (ids.length === 0) return givenAny(ids);
        return index === plan.firstGroup
          ? eb(
              'post.id',
              'in',
              eb
                .selectFrom('term_relationship')
                .select('term_relationship.post_id')
                .where('term_relationship.term_id', 'in', ids),
            )
          : plan.to === 'toList'
            ? givenInTurn(ids)
            : given(ids);
      }),
    );
  if (filter.termChoices) all.push(eb.or(filter.termChoices.map(givenAll)));
  if (filter.excludeTermIds && filter.excludeTermIds.length > 0)
    all.push(eb.not(given(filter.excludeTermIds)));
  return all;
}

/** Groups of terms that are asked for one by one: hundreds of conditions are too deep for SQLite, and PostgreSQL plans them for minutes. */
const mostInTurn = 20;

/** Posts with a term of each group, counted: each term is looked up once, whatever the number of groups. */
function givenEach(groups: readonly (readonly number[])[]): Expression<SqlBool> {
  const wanted = groups.flatMap((ids, place) => ids.map((id) => sql`(${sql.lit(id)}, ${sql.lit(place)})`));
  return sql<boolean>`post.id in (
    with wanted(term_id, place) as (values ${sql.join(wanted)})
    select given.post_id from wanted join term_relationship as given on given.term_id = wanted.term_id
    group by given.post_id having count(distinct wanted.place) = ${sql.lit(groups.length)})`;
}

/** The file is here, no post names it or leads with it, no gallery of its own post shows it, and it is none of these. */
function unusedFile(usedIds: readonly number[]): Expression<SqlBool> {
  // Literally: there may be more than values that one statement takes.
  const beside =
    usedIds.length === 0
      ? sql``
      : sql`and media.post_id not in (${sql.join(usedIds.map((id) => sql.lit(id)))})`;
  return sql<boolean>`exists (select 1 from media where media.post_id = post.id and media.file <> '' ${beside}
    and not exists (select 1 from media_mention as told where told.name in ('#' || post.id, media.file, replace(media.file, '-scaled.', '.'))
      and told.post_id <> post.id)
    and not exists (select 1 from media_mention as shown where shown.name = '+' and shown.post_id = post.parent_id)
    and not exists (select 1 from post as led where led.featured_media_id = post.id and led.featured_media_id > 0))`;
}
