import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { PostTable } from '../../kernel/db/tables/post-tables.ts';
import { metaById, fileType, postTypeNamed } from '../types/index.ts';
import type { PostFeature } from '../types/index.ts';
import { hasDataSql } from './meta.ts';
import { detailsSql, toDetails, toTemplateName } from './model.ts';
import { enlistedSql, isPublicSql, visibleTo } from './policy.ts';
import { portions } from '../../lib/batch.ts';
import { openingOfMarkup } from '../../lib/markup/opening-words.ts';
import type { Post, PostSummary, PostStatus } from './model.ts';
import type { Actor } from '../../kernel/permission.ts';

/** The expanded content of a post without a stored opening (`openingsQueue` adds those); otherwise null. */
export const openingMarkupSql = sql<
  string | null
>`case when post.opening is null then coalesce(post.expanded, post.content) end`;

interface OpeningRow {
  readonly opening: string | null;
  readonly opening_markup: string | null;
}

export function readOpening({ opening, opening_markup: markup }: OpeningRow): string {
  return opening ?? openingOfMarkup(markup ?? '');
}

export const summaryColumns = [
  'id',
  'type',
  'status',
  'slug',
  'title',
  'excerpt',
  'author_id',
  'parent_id',
  'menu_order',
  'published_at',
  'modified_at',
  'revision',
  'sticky',
  'format',
  'comment_status',
  'ping_status',
  'comment_count',
  'featured_media_id',
  'mime_type',
  'guid',
  'password',
  'trashed_status',
] as const;

type SummaryRow = Pick<Selectable<PostTable>, (typeof summaryColumns)[number]>;

type Reads = (feature: PostFeature) => boolean;

/** The features of a type. Attachments store their description and caption as content and excerpt. */
export function supportOf(type: string): Reads {
  const { supports } = postTypeNamed(type);
  return (feature) => type === fileType || supports.has(feature);
}

/** All fields, for changes: unsupported ones stay stored. */
const asStored: Reads = () => true;

/** Converts a row. Fields that the type doesn't support are empty, so that they are never shown. */
export function toSummary(row: SummaryRow, has: Reads = supportOf(row.type)): PostSummary {
  const isDiscussed = has('comments');
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    trashedStatus: row.trashed_status,
    slug: row.slug,
    title: has('title') ? row.title : '',
    excerpt: has('excerpt') ? row.excerpt : '',
    authorId: row.author_id,
    parentId: row.parent_id,
    menuOrder: row.menu_order,
    publishedAt: row.published_at,
    modifiedAt: row.modified_at,
    revision: row.revision,
    sticky: row.sticky === 1,
    format: has('post-formats') ? row.format : 'standard',
    commentStatus: isDiscussed ? row.comment_status : 'closed',
    pingStatus: isDiscussed ? row.ping_status : 'closed',
    commentCount: isDiscussed ? row.comment_count : 0,
    featuredMediaId: has('thumbnail') ? row.featured_media_id : 0,
    mimeType: row.mime_type,
    guid: row.guid,
    isProtected: row.password !== '',
  };
}

/** A post's terms in one string, `12,3`, to save a query. */
export const termIdsSql = sql<
  string | null
>`(select string_agg(cast(term_id as text), ',' order by position) from term_relationship where term_relationship.post_id = post.id)`;

export function toTermIds(text: string | null): number[] {
  return text === null ? [] : text.split(',').map(Number);
}

export const coAuthorIdsSql = sql<
  string | null
>`(select string_agg(cast(user_id as text), ',' order by position) from byline where byline.post_id = post.id)`;

/** All authors of a post; empty if the first author is unknown. */
export function toAuthorIds(firstId: number, coAuthorIds: string | null): number[] {
  return firstId > 0 ? [firstId, ...toTermIds(coAuthorIds)] : [];
}

const wholeColumns = [...summaryColumns, 'content'] as const;

export const wholeParts = [
  termIdsSql.as('term_ids'),
  coAuthorIdsSql.as('co_author_ids'),
  detailsSql.as('details'),
  sql<string | null>`post.opening`.as('opening'),
  openingMarkupSql.as('opening_markup'),
  sql<boolean | 0 | 1>`post.expanded is not null`.as('holds_patterns'),
  hasDataSql.as('has_data'),
] as const;

interface WholeRow {
  readonly content: string;
  readonly term_ids: string | null;
  readonly co_author_ids: string | null;
  readonly details: string | null;
  readonly opening: string | null;
  readonly opening_markup: string | null;
  readonly holds_patterns: boolean | 0 | 1;
  readonly has_data: boolean | 0 | 1;
}

export function toPost(row: SummaryRow & WholeRow, has: Reads = supportOf(row.type)): Post {
  return {
    ...toSummary(row, has),
    ...(has('editor') ? { content: row.content, opening: readOpening(row) } : { content: '', opening: '' }),
    ...(row.holds_patterns && has('editor') ? { holdsPatterns: true } : {}),
    ...(row.has_data && has('editor') ? { hasData: true } : {}),
    password: row.password,
    termIds: toTermIds(row.term_ids),
    details: toDetails(row.details),
    templateName: toTemplateName(row.details),
    authorIds: has('author') ? toAuthorIds(row.author_id, row.co_author_ids) : [],
  };
}

/** A complete post of any type and status, or undefined. The caller checks the policy. */
export async function findPost(read: Reader, id: number): Promise<Post | undefined> {
  const row = await read
    .selectFrom('post')
    .select(wholeColumns)
    .select(wholeParts)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPost(row);
}

/** Like `findPost`, without missing ones. */
export async function findPosts(read: Reader, ids: readonly number[]): Promise<Map<number, Post>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .select(wholeColumns)
    .select(wholeParts)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, toPost(row)]));
}

/** A complete post as stored, locked until the transaction ends. */
export async function findPostToChange(tx: Tx, id: number): Promise<Post | undefined> {
  const row = await tx.db
    .selectFrom('post')
    .select(wholeColumns)
    .select(wholeParts)
    .where('id', '=', id)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && toPost(row, asStored);
}

/** Posts with this slug, of the given types, in any status; usually at most one. */
export async function findPostsBySlug(
  read: Reader,
  slug: string,
  types?: readonly string[],
): Promise<Post[]> {
  let query = read
    .selectFrom('post')
    .select(wholeColumns)
    .select(wholeParts)
    .where('slug', '=', slug)
    .orderBy('id')
    .limit(500);
  if (types) query = query.where('type', 'in', types);
  return (await query.execute()).map((row) => toPost(row));
}

/** The first posts of any type and status whose slugs have this prefix; uses the index of slugs. */
export async function findSlugsBeginning(
  read: Reader,
  beginning: string,
  limit: number,
): Promise<Pick<PostSummary, 'id' | 'type' | 'status' | 'slug'>[]> {
  return read
    .selectFrom('post')
    .select(['id', 'type', 'status', 'slug'])
    .where('slug', '>=', beginning)
    .where('slug', '<', `${beginning}\u{10ffff}`)
    .orderBy('slug')
    .limit(limit)
    .execute();
}

/** The id of the post that had this slug before, or undefined. Prefers posts that visitors can open, since the last owner may be in the trash. */
export async function findIdByOldSlug(read: Reader, slug: string): Promise<number | undefined> {
  const row = await read
    .selectFrom('old_slug')
    .innerJoin('post', 'post.id', 'old_slug.post_id')
    .select('post.id')
    .where('old_slug.slug', '=', slug)
    .orderBy(isPublicSql(), 'desc')
    .orderBy('post.id', 'desc')
    .executeTakeFirst();
  return row?.id;
}

export async function findSummaries(read: Reader, ids: readonly number[]): Promise<Map<number, PostSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await read.selectFrom('post').select(summaryColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toSummary(row)]));
}

/**
 * Summaries of posts and attachments that are about to be referenced, locked against deletion (not changes) until the
 * transaction ends. Missing ones are left out.
 */
export async function holdPosts(tx: Tx, ids: readonly number[]): Promise<Map<number, PostSummary>> {
  const requested = ids.filter((id) => id > 0);
  if (requested.length === 0) return new Map();
  const rows = await tx.db
    .selectFrom('post')
    .select(summaryColumns)
    .where('id', 'in', requested)
    .orderBy('id')
    .$if(tx.dialect.rowLocks, (query) => query.forKeyShare())
    .execute();
  return new Map(rows.map((row) => [row.id, toSummary(row)]));
}

export async function findPostMeta(
  read: Reader,
  ids: readonly number[],
  keys?: readonly string[],
): Promise<Map<number, Map<string, string[]>>> {
  if (ids.length === 0 || keys?.length === 0) return new Map();
  let query = read
    .selectFrom('post_meta')
    .select(['post_id as id', 'key', 'value'])
    .where('post_id', 'in', ids)
    .orderBy('post_meta.id');
  if (keys) query = query.where('key', 'in', keys);
  return metaById(await query.execute());
}

export async function findPostTermIds(read: Reader, ids: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  if (ids.length === 0) return found;
  const rows = await read
    .selectFrom('term_relationship')
    .select(['post_id', 'term_id'])
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .orderBy('position')
    .execute();
  for (const row of rows) found.set(row.post_id, [...(found.get(row.post_id) ?? []), row.term_id]);
  return found;
}

export interface Neighbours {
  readonly previous: number | undefined;
  readonly next: number | undefined;
  /** Nearest first. A link skips posts that the page shows already. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** The usual number of related posts, plus one. */
const nearestFew = 4;

/** Posts read per term, descendants included, to find the nearest with the term itself. */
const maxPassed = 1000;

/**
 * Listed posts before and after a post, nearest first; one query. `termIds` keeps posts directly assigned one of these
 * terms, as in WordPress; checks eight terms and `maxPassed` posts of each per direction.
 */
export async function findNeighbours(
  read: Reader,
  post: Pick<PostSummary, 'id' | 'type' | 'publishedAt'>,
  termIds?: readonly number[],
): Promise<Neighbours> {
  const side = (direction: 'asc' | 'desc') => {
    const beyond = direction === 'desc' ? '<' : '>';
    // SQLite allows ORDER BY in a subquery but not in a part of a union.
    if (!termIds) {
      const nearest = read
        .selectFrom('post')
        .select(['id', 'published_at'])
        .where('type', '=', post.type)
        .where(enlistedSql)
        .where((eb) => eb(eb.refTuple('published_at', 'id'), beyond, eb.tuple(post.publishedAt, post.id)))
        .orderBy('published_at', direction)
        .orderBy('id', direction)
        .limit(nearestFew);
      return [
        read.selectFrom(nearest.as('nearest')).select(['id', 'published_at', sql.lit(direction).as('side')]),
      ];
    }
    return termIds.slice(0, 8).map((termId) => {
      const around = read
        .selectFrom('post_term')
        .select(['post_id as id', 'published_at'])
        .where('term_id', '=', termId)
        .where('post_type', '=', post.type)
        .where((eb) =>
          eb(eb.refTuple('published_at', 'post_id'), beyond, eb.tuple(post.publishedAt, post.id)),
        )
        .orderBy('published_at', direction)
        .orderBy('post_id', direction)
        .limit(maxPassed);
      const nearest = read
        .selectFrom(around.as('around'))
        .select(['around.id', 'around.published_at'])
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('term_relationship')
              .select('term_relationship.post_id')
              .whereRef('term_relationship.post_id', '=', 'around.id')
              .where('term_relationship.term_id', '=', termId),
          ),
        )
        .orderBy('around.published_at', direction)
        .orderBy('around.id', direction)
        .limit(nearestFew);
      return read
        .selectFrom(nearest.as('nearest'))
        .select(['id', 'published_at', sql.lit(direction).as('side')]);
    });
  };
  const [first, ...others] = [...side('desc'), ...side('asc')];
  if (!first) return { previous: undefined, next: undefined, before: [], after: [] };
  const rows = await others.reduce((all, one) => all.unionAll(one), first).execute();
  const nearestOf = (found: 'asc' | 'desc') =>
    [
      ...new Set(
        rows
          .filter((row) => row.side === found)
          .toSorted((a, b) => (found === 'asc' ? 1 : -1) * (a.published_at - b.published_at || a.id - b.id))
          .map(({ id }) => id),
      ),
    ].slice(0, nearestFew);
  const [before, after] = [nearestOf('desc'), nearestOf('asc')];
  return { previous: before[0], next: after[0], before, after };
}

/** Levels searched for cycles of parents; readers of parents stop earlier and handle cycles. */
const highest = 100;

/** Whether `ancestor` is `id` or one of its ancestors. */
export async function isAbove(read: Reader, ancestor: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain(id, level) as (
      select post.id, 0 from post where post.id = ${id} union select post.parent_id, level + 1 from post join chain on post.id = chain.id
        where level < ${highest}
    )
    select id from chain where id = ${ancestor} limit 1`.execute(read);
  return rows.length > 0;
}

/** Up to 500 listed children of the same type, by menu order, then by title according to `compare`. */
export async function findChildren(
  read: Reader,
  parentId: number,
  type: string,
  compare: (a: string, b: string) => number,
): Promise<PostSummary[]> {
  const rows = await read
    .selectFrom('post')
    .select(summaryColumns)
    .select('menu_order')
    .where('parent_id', '=', parentId)
    .where('type', '=', type)
    .where(enlistedSql)
    .orderBy('menu_order')
    .orderBy('title')
    .limit(500)
    .execute();
  return rows
    .toSorted((a, b) => a.menu_order - b.menu_order || compare(a.title, b.title))
    .map((row) => toSummary(row));
}

const ownerColumns = [
  'owner.type as owner_type',
  'owner.status as owner_status',
  'owner.password as owner_password',
] as const;

interface OwnerColumns {
  readonly owner_type: string | null;
  readonly owner_status: PostStatus | null;
  readonly owner_password: string | null;
}

/** The post that a file belongs to, as far as rules of visibility read it. */
const ownerOf = (row: OwnerColumns) =>
  row.owner_status === null || row.owner_type === null
    ? undefined
    : { type: row.owner_type, status: row.owner_status, isProtected: row.owner_password !== '' };

/** Complete posts by id that an actor (undefined: a visitor) may see in lists, without others. One query. */
export async function findVisiblePosts(
  read: Reader,
  ids: readonly number[],
  actor?: Actor,
): Promise<Map<number, Post>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .leftJoin('post as owner', 'owner.id', 'post.parent_id')
    .select([...summaryColumns.map((column) => `post.${column}` as const), 'post.content', ...ownerColumns])
    .select(wholeParts)
    .where('post.id', 'in', ids)
    .execute();
  const found = new Map<number, Post>();
  for (const row of rows) {
    const post = toPost(row);
    if (visibleTo(actor, post.type).test({ ...post, owner: ownerOf(row) })) found.set(post.id, post);
  }
  return found;
}

/** Ids of the posts that the actor can see, as `findVisiblePosts` finds them, without their texts. */
export async function findVisibleIds(
  read: Reader,
  ids: readonly number[],
  actor: Actor | undefined,
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const some of portions(ids)) {
    const rows = await read
      .selectFrom('post')
      .leftJoin('post as owner', 'owner.id', 'post.parent_id')
      .select([
        'post.id',
        'post.type',
        'post.status',
        'post.trashed_status',
        'post.author_id',
        'post.parent_id',
        'post.password',
        ...ownerColumns,
      ])
      .where('post.id', 'in', some)
      .execute();
    for (const row of rows) {
      const post = {
        status: row.status,
        trashedStatus: row.trashed_status,
        authorId: row.author_id,
        parentId: row.parent_id,
        isProtected: row.password !== '',
        owner: ownerOf(row),
      };
      if (visibleTo(actor, row.type).test(post)) found.add(row.id);
    }
  }
  return found;
}
