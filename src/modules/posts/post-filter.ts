import type { PostFormat } from '../../lib/post-formats.ts';
import { sql } from 'kysely';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { holdsFolded } from '../../kernel/db/search-sql.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { besideIndexes } from '../../kernel/db/rule.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import { portions } from '../../lib/batch.ts';
import { hasValueInTurn, postsWithValue, sizeOfField } from './field-conditions.ts';
import type { FieldCondition, FieldIndex } from './field-conditions.ts';
import { hasAuthors, writtenBy, numbersOfEach } from './list.ts';
import type { NumberQuery } from './list.ts';
import { ofStatus, visibleTo } from './policy.ts';
import type { RuledPost } from './policy.ts';
import type { PostStatus } from './model.ts';
import { articleType, fileType } from '../types/index.ts';

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

/** `given` sorts by the order of `ids`, `slugs` by that of `slugs`. */
export type FilteredOrder = OrderColumn | 'given' | 'slugs';

/** Each field narrows; an empty list of wanted values matches nothing. */
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
  /** First part of MIME types, such as `image`. */
  readonly mediaTypes?: readonly string[] | undefined;
  /** Attachments that no post uses, except these ids, which are used elsewhere (`usedBesidePosts`). */
  readonly unusedBeside?: readonly number[] | undefined;
  readonly hasCopies?: boolean | undefined;
  /** Substring of the title; searches only the newest attachments, which no search index covers. */
  readonly titleSearch?: string | undefined;
  /** Posts directly assigned a term of each group (descendants don't count). */
  readonly termGroups?: readonly (readonly number[])[] | undefined;
  /** Posts that match at least one of these sets of groups. */
  readonly termChoices?: readonly (readonly (readonly number[])[])[] | undefined;
  readonly excludeTermIds?: readonly number[] | undefined;
  /** Values of custom fields; all conditions hold. */
  readonly fields?: readonly FieldCondition[] | undefined;
  /** Published strictly after and before, milliseconds; likewise for modifications. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly modifiedAfter?: number | undefined;
  readonly modifiedBefore?: number | undefined;
}

export interface Among {
  readonly rule: Rule<RuledPost>;
  readonly statuses: readonly PostStatus[];
}

export interface FilteredQuery extends PostFilter {
  /** `{ seed }` is a random order, the same for the same seed; `{ field }` sorts by a custom field. */
  readonly order: FilteredOrder | { readonly seed: number } | { readonly field: FieldIndex };
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

const maxTitles = 5000;

/** Statuses of posts that may have no date; such posts are listed by the modification date, which REST also reports (`dateOf`). */
const undated: ReadonlySet<PostStatus> = new Set(['draft', 'pending', 'auto-draft', 'trash']);
const mayBeUndated = (among: Among | undefined) =>
  among?.statuses.some((status) => undated.has(status)) ?? false;
const listedDate = sql<number>`case when post.published_at = 0 then post.modified_at else post.published_at end`;
export const dateAmong = (among: Among | undefined) =>
  mayBeUndated(among) ? listedDate : sql.ref<number>('post.published_at');

type Builder = ExpressionBuilder<Tables, 'post'>;

/**
 * Maximum number of posts of terms or authors for which starting from them beats walking the list. A page soon fills
 * from larger sets, while a count walks the whole list.
 */
const fewPosts = { toList: 2000, toCount: 10_000 };

/** Names of the properties that narrow a list. */
export function narrowing(filter: PostFilter): string[] {
  const pagingFields = new Set(['type', 'order', 'descending', 'limit', 'offset']);
  return Object.entries(filter)
    .filter(([name, value]) => value !== undefined && !pagingFields.has(name))
    .map(([name]) => name);
}

/** Whether a list has one condition, on a custom field. */
export function isOnlyValue(filter: PostFilter): boolean {
  return filter.type !== fileType && filter.fields?.length === 1 && narrowing(filter).join() === 'fields';
}

/** How to run a query. By default SQLite starts with type and status, which is right for most queries and slow for some. */
export interface Plan {
  readonly besideType: boolean;
  /** Index of the term group to start with. */
  readonly firstGroup: number | undefined;
  readonly beginsWithAuthors: boolean;
  /** Index of the field condition to start with. */
  readonly firstField: number | undefined;
  readonly to: keyof typeof fewPosts;
}

interface Planned {
  readonly to: keyof typeof fewPosts;
  readonly among: Among | undefined;
}

/** Plans for several queries: one query for the sizes of all terms, and one for authors (visitors' lists have author indexes). */
export async function plansFor(
  read: Reader,
  filters: readonly (PostFilter & Partial<Pick<FilteredQuery, 'order'>>)[],
  { to, among }: Planned,
): Promise<Plan[]> {
  const maxRows = fewPosts[to];
  const ofAuthors = await numbersOfEach(
    read,
    filters.map(({ type, authorIds = [] }) =>
      among && authorIds.length > 0 && hasAuthors(type)
        ? sizeOf(read, type, authorIds, maxRows + 1)
        : undefined,
    ),
  );
  const fieldSizes = await sizesOfFields(read, filters, { to, among });
  const ids = [...new Set(filters.flatMap(({ termGroups = [] }) => termGroups.flat()))];
  const counts = new Map<number, number>();
  for (const some of portions(ids)) {
    for (const { id, count } of await read
      .selectFrom('term')
      .select(['id', 'count'])
      .where('id', 'in', some)
      .execute())
      counts.set(id, count);
  }
  return filters.map((filter, place) => {
    const firstGroup = smallGroup(counts, filter.termGroups ?? [], maxRows);
    const firstField =
      firstGroup === undefined ? fewestOf(fieldSizes[place] ?? [], fewPosts.toList) : undefined;
    const beginsWithAuthors =
      firstGroup === undefined && firstField === undefined && (ofAuthors[place]?.[0] ?? Infinity) <= maxRows;
    const few =
      filter.ids !== undefined ||
      filter.slugs !== undefined ||
      filter.sticky === true ||
      firstGroup !== undefined ||
      firstField !== undefined ||
      beginsWithAuthors;
    // Nearly all rows are posts, so other indexes work as well; pages are few, so sorting them is cheaper.
    return {
      besideType: few || (filter.type === articleType && (filter.order === 'id' || filter.order === 'slug')),
      firstGroup,
      beginsWithAuthors,
      firstField,
      to,
    };
  });
}

/** Numbers of posts of each field condition, up to one more than few. No query without conditions. */
async function sizesOfFields(
  read: Reader,
  filters: readonly PostFilter[],
  { among }: Planned,
): Promise<number[][]> {
  const queries = filters.flatMap(({ fields = [] }) =>
    fields.map((condition) => sizeOfField(read, condition, !among, fewPosts.toList + 1)),
  );
  if (queries.length === 0) return [];
  const sizes = (await numbersOfEach(read, queries)).map(([size = 0]) => size).values();
  return filters.map(({ fields = [] }) => fields.map(() => sizes.next().value ?? 0));
}

function fewestOf(sizes: readonly number[], max: number): number | undefined {
  const least = Math.min(...sizes);
  return least <= max ? sizes.indexOf(least) : undefined;
}

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

function sizeOf(read: Reader, type: string, authorIds: readonly number[], limit: number): NumberQuery {
  return read
    .selectFrom(writtenIds(read, type, authorIds).limit(limit).as('some'))
    .select(sql<number>`count(*)`.as('number'));
}

/** The index of the term group with the fewest posts, if that number is small. */
function smallGroup(
  counts: ReadonlyMap<number, number>,
  groups: readonly (readonly number[])[],
  max: number,
): number | undefined {
  if (groups.flat().length === 0) return undefined;
  const sizes = groups.map((group) => group.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0));
  const smallest = Math.min(...sizes);
  return smallest <= max ? sizes.indexOf(smallest) : undefined;
}

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
    included: readonly number[] | undefined,
    excluded: readonly number[] | undefined,
  ) => {
    if (included) all.push(included.length > 0 ? eb(column, 'in', included) : sql<boolean>`1 = 0`);
    if (excluded && excluded.length > 0) all.push(eb(column, 'not in', excluded));
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
  for (const [index, condition] of (filter.fields ?? []).entries())
    all.push(
      index === plan.firstField
        ? sql<boolean>`post.id in (${postsWithValue(condition, !among)})`
        : hasValueInTurn(condition),
    );
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
        limit ${maxTitles}) as newest)`,
    );
  }
  return all;
}

function termConditions(eb: Builder, filter: PostFilter, plan: Plan): Expression<SqlBool>[] {
  const hasTermOf = (ids: readonly number[]) =>
    eb.exists(
      eb
        .selectFrom('term_relationship')
        .select('term_relationship.term_id')
        .whereRef('term_relationship.post_id', '=', 'post.id')
        .where('term_relationship.term_id', 'in', ids),
    );
  const hasAnyTerm = (ids: readonly number[]) => (ids.length === 0 ? sql<boolean>`1 = 0` : hasTermOf(ids));
  // Checked post by post, the walk stops at the end of the page; as a join, which SQLite would choose, it reads the
  // whole list.
  const hasTermInTurn = (ids: readonly number[]) => sql<boolean>`(${hasTermOf(ids)} or 1 = 0)`;
  const hasAllTerms = (groups: readonly (readonly number[])[]) =>
    groups.length > maxInTurn ? hasEachTerm(groups) : eb.and(groups.map(hasAnyTerm));
  const groups = filter.termGroups ?? [];
  const all: Expression<SqlBool>[] = [];
  if (groups.length > maxInTurn) all.push(hasEachTerm(groups));
  else
    all.push(
      ...groups.map((ids, index) => {
        if (ids.length === 0) return hasAnyTerm(ids);
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
            ? hasTermInTurn(ids)
            : hasTermOf(ids);
      }),
    );
  if (filter.termChoices) all.push(eb.or(filter.termChoices.map(hasAllTerms)));
  if (filter.excludeTermIds && filter.excludeTermIds.length > 0)
    all.push(eb.not(hasTermOf(filter.excludeTermIds)));
  return all;
}

/** Maximum number of term groups checked one by one: hundreds of conditions are too deep for SQLite, and PostgreSQL plans them for minutes. */
const maxInTurn = 20;

/** Posts with a term of each group; looks up each term once, whatever the number of groups. */
function hasEachTerm(groups: readonly (readonly number[])[]): Expression<SqlBool> {
  const pairs = groups.flatMap((ids, place) => ids.map((id) => sql`(${sql.lit(id)}, ${sql.lit(place)})`));
  return sql<boolean>`post.id in (
    with requested(term_id, place) as (values ${sql.join(pairs)})
    select assigned.post_id from requested join term_relationship as assigned on assigned.term_id = requested.term_id
    group by assigned.post_id having count(distinct requested.place) = ${sql.lit(groups.length)})`;
}

/** Unused files: present, not mentioned or featured by any post, not in a gallery of their parent, and not in `usedIds`. */
function unusedFile(usedIds: readonly number[]): Expression<SqlBool> {
  // As literals: there may be more ids than a statement can bind.
  const exceptUsed =
    usedIds.length === 0
      ? sql``
      : sql`and media.post_id not in (${sql.join(usedIds.map((id) => sql.lit(id)))})`;
  return sql<boolean>`exists (select 1 from media where media.post_id = post.id and media.file <> '' ${exceptUsed}
    and not exists (select 1 from media_mention as mentioned where mentioned.name in ('#' || post.id, media.file, replace(media.file, '-scaled.', '.'))
      and mentioned.post_id <> post.id)
    and not exists (select 1 from media_mention as shown where shown.name = '+' and shown.post_id = post.parent_id)
    and not exists (select 1 from post as led where led.featured_media_id = post.id and led.featured_media_id > 0))`;
}
