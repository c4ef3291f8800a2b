import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import type { PostStatus } from '../posts/index.ts';
import { fileType } from '../types/index.ts';

/** Conditions of an export; an empty object exports the whole site. Times in ms. */
export interface ExportFilter {
  readonly type?: string;
  readonly authorId?: number;
  readonly categoryIds?: readonly number[];
  readonly from?: number;
  readonly before?: number;
  readonly status?: PostStatus;
}

export const isWhole = (filter: ExportFilter): boolean => Object.keys(filter).length === 0;

/** Items per portion, and characters of texts and meta after which a portion is read in several steps. */
const itemsPerPortion = 100;
const maxStepLength = 1_000_000;
const commentsPerPortion = 500;
const termsPerPortion = 200;

/** The date of an item: its publication, or for one without a date its creation. */
export const dateOf = ({
  published_at: publishedAt,
  created_at: createdAt,
}: {
  readonly published_at: number;
  readonly created_at: number;
}): number => publishedAt || createdAt;

/** The condition for rows of `post`. */
function chosenSql({ type, authorId, categoryIds, from, before, status }: ExportFilter): RawBuilder<boolean> {
  const date = sql`(case when post.published_at > 0 then post.published_at else post.created_at end)`;
  const conditions = [
    sql`post.status <> 'auto-draft'`,
    ...(type === undefined ? [] : [sql`post.type = ${type}`]),
    ...(status === undefined ? [] : [sql`post.status = ${status}`]),
    ...(from === undefined ? [] : [sql`${date} >= ${from}`]),
    ...(before === undefined ? [] : [sql`${date} < ${before}`]),
    ...(authorId === undefined
      ? []
      : [
          sql`(post.author_id = ${authorId} or exists (select 1 from byline where byline.post_id = post.id and byline.user_id = ${authorId}))`,
        ]),
    ...(categoryIds === undefined
      ? []
      : [
          sql`exists (select 1 from term_relationship as filed where filed.post_id = post.id and filed.term_id in (${sql.join(categoryIds)}))`,
        ]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

export async function hasType(read: Reader, type: string): Promise<boolean> {
  return (
    (await read.selectFrom('post').select('id').where('type', '=', type).limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** The types of an export's items, without the files that come with them. */
export async function findTypes(read: Reader, filter: ExportFilter): Promise<string[]> {
  if (filter.type !== undefined) return [filter.type];
  const rows = await read.selectFrom('post').select('type').distinct().where(chosenSql(filter)).execute();
  return rows.map(({ type }) => type);
}

export async function highestId(read: Reader, table: 'post' | 'term'): Promise<number> {
  const row = await read
    .selectFrom(table)
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

/**
 * Yields the ids of an export's items, in portions, up to `lastId`. A filtered export also contains the files attached
 * to its items and their featured images, each after its first item.
 */
export async function* listItemIds(
  read: Reader,
  filter: ExportFilter,
  lastId: number,
): AsyncGenerator<number[]> {
  const isFiltered = !isWhole(filter);
  const files = new Set<number>();
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('post')
      .select(['id', 'type', 'featured_media_id'])
      .where('id', '>', after)
      .where('id', '<=', lastId)
      .where(chosenSql(filter))
      .orderBy('id')
      .limit(itemsPerPortion)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const own = rows.filter(({ id }) => !files.has(id));
    if (isFiltered) for (const { id, type } of own) if (type === fileType) files.add(id);
    yield own.map(({ id }) => id);
    if (!isFiltered) continue;
    const featured = rows.map((row) => row.featured_media_id).filter((id) => id > 0);
    for (let afterFile = 0; ; ) {
      const attached = await read
        .selectFrom('post')
        .select('id')
        .where('type', '=', fileType)
        .where('status', '!=', 'auto-draft')
        .where('id', '>', afterFile)
        .where((eb) =>
          eb.or([
            eb(
              'parent_id',
              'in',
              rows.map(({ id }) => id),
            ),
            ...(featured.length === 0 ? [] : [eb('id', 'in', featured)]),
          ]),
        )
        .orderBy('id')
        .limit(itemsPerPortion)
        .execute();
      const further = attached.map(({ id }) => id).filter((id) => !files.has(id));
      for (const id of further) files.add(id);
      if (further.length > 0) yield further;
      if (attached.length < itemsPerPortion) break;
      afterFile = attached.at(-1)?.id ?? 0;
    }
  }
}

export type ItemRow = Awaited<ReturnType<typeof readItems>>[number];

/** Splits ids into steps whose texts and meta fit into memory together; one larger item is a step of its own. */
export async function stepsOf(read: Reader, ids: readonly number[]): Promise<number[][]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('post')
    .select([
      'id',
      sql<number>`length(content) + length(excerpt) + coalesce((select sum(length(value)) from post_meta where post_meta.post_id = post.id), 0)`.as(
        'size',
      ),
    ])
    .where('id', 'in', ids)
    .execute();
  const sizes = new Map(rows.map(({ id, size }) => [id, Number(size)]));
  const steps: number[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const size = sizes.get(id);
    if (size === undefined) continue; // deleted concurrently
    length += size;
    if (length > maxStepLength) {
      steps.push([]);
      length = size;
    }
    steps.at(-1)?.push(id);
  }
  return steps;
}

export async function readItems(read: Reader, ids: readonly number[]) {
  const rows = await read
    .selectFrom('post')
    .leftJoin('media', 'media.post_id', 'post.id')
    .select([
      'post.id',
      'post.type',
      'post.status',
      'post.trashed_status',
      'post.slug',
      'post.author_id',
      'post.parent_id',
      'post.menu_order',
      'post.published_at',
      'post.modified_at',
      'post.created_at',
      'post.sticky',
      'post.format',
      'post.comment_status',
      'post.ping_status',
      'post.featured_media_id',
      'post.password',
      'post.guid',
      'post.title',
      'post.excerpt',
      'post.content',
      'media.file',
      'media.source_url',
      'media.width',
      'media.height',
      'media.bytes',
      'media.alt',
      'media.sizes',
    ])
    .where('post.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

interface Entry {
  readonly key: string;
  readonly value: string;
}

export async function readPostMeta(read: Reader, ids: readonly number[]): Promise<Map<number, Entry[]>> {
  const rows = await read
    .selectFrom('post_meta')
    .select(['post_id', 'key', 'value'])
    .where('post_id', 'in', ids)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.post_id);
}

export async function readOldSlugs(read: Reader, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read
    .selectFrom('old_slug')
    .select(['post_id', 'slug'])
    .where('post_id', 'in', ids)
    .orderBy('slug')
    .execute();
  return textsById(rows.map((row) => [row.post_id, row.slug]));
}

function textsById(pairs: readonly (readonly [number, string])[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [id, text] of pairs) found.set(id, [...(found.get(id) ?? []), text]);
  return found;
}

/** Terms of posts, in their order. */
export async function readTermsOf(read: Reader, ids: readonly number[]) {
  const rows = await read
    .selectFrom('term_relationship')
    .innerJoin('term', 'term.id', 'term_relationship.term_id')
    .select(['post_id', 'taxonomy', 'slug', 'name'])
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.post_id);
}

/** Ids of further authors by post, in the order of the byline. */
export async function readCoAuthors(read: Reader, ids: readonly number[]) {
  const rows = await read
    .selectFrom('byline')
    .select(['post_id', 'user_id'])
    .where('post_id', 'in', ids)
    .orderBy('post_id')
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.post_id);
}

export async function findDiscussed(read: Reader, ids: readonly number[]): Promise<Set<number>> {
  const rows = await read
    .selectFrom('comment')
    .select('post_id')
    .distinct()
    .where('post_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.post_id));
}

export async function* listComments(read: Reader, postId: number) {
  for (let after = 0; ; ) {
    const rows = await read
      .selectFrom('comment')
      .selectAll()
      .where('post_id', '=', postId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(commentsPerPortion)
      .execute();
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < commentsPerPortion) return;
    after = last.id;
  }
}

/** Ids of the authors of an export's items, files included, and of those with a byline next to others. */
export async function findAuthorIds(
  read: Reader,
  filter: ExportFilter,
): Promise<{ readonly all: number[]; readonly signing: ReadonlySet<number> }> {
  const posts = sql`select post.id from post where ${chosenSql(filter)}`;
  const files = isWhole(filter)
    ? sql`select author_id as id from post where 1 = 0`
    : sql`select author_id as id from post where type = ${fileType} and (parent_id in (${posts})
        or id in (select featured_media_id from post where ${chosenSql(filter)}))`;
  const { rows } = await sql<{ id: number }>`
    select post.author_id as id from post where ${chosenSql(filter)}
    union ${files}
    union select user_id as id from byline where post_id in (${posts})
    order by id`.execute(read);
  const signing = await sql<{ id: number }>`
    select user_id as id from byline where post_id in (${posts})
    union select post.author_id as id from post where ${chosenSql(filter)} and exists (select 1 from byline where byline.post_id = post.id)`.execute(
    read,
  );
  return {
    all: rows.map(({ id }) => id).filter((id) => id > 0),
    signing: new Set(signing.rows.map(({ id }) => id)),
  };
}

/**
 * Yields an export's terms, parents before children as WordPress' importer requires, in portions: all terms of a whole
 * export, else those of its items with their ancestors.
 */
export async function* listTerms(read: Reader, filter: ExportFilter) {
  const { rows: ordered } = await sql<{ id: number }>`
    with recursive tree(id, depth) as (
      select term.id, 1 from term where parent_id = 0 or not exists (select 1 from term as above where above.id = term.parent_id)
      union all
      select term.id, tree.depth + 1 from tree join term on term.parent_id = tree.id
    )
    select id from tree order by depth, id`.execute(read);
  let ids = ordered.map(({ id }) => id);
  if (!isWhole(filter)) {
    const { rows } = await sql<{ id: number }>`
      with recursive used(id, parent_id) as (
        select id, parent_id from term where id in (select term_id from term_relationship where post_id in (select post.id from post where ${chosenSql(filter)}))
        union
        select term.id, term.parent_id from term join used on term.id = used.parent_id
      )
      select id from used`.execute(read);
    const used = new Set(rows.map(({ id }) => id));
    ids = ids.filter((id) => used.has(id));
  }
  for (const some of portions(ids, termsPerPortion)) {
    const rows = await read
      .selectFrom('term')
      .leftJoin('term as above', 'above.id', 'term.parent_id')
      .select([
        'term.id',
        'term.taxonomy',
        'term.slug',
        'term.name',
        'term.description',
        'above.slug as parent',
      ])
      .where('term.id', 'in', some)
      .execute();
    const meta = Map.groupBy(
      await read
        .selectFrom('term_meta')
        .select(['term_id', 'key', 'value'])
        .where('term_id', 'in', some)
        .orderBy('id')
        .execute(),
      (row) => row.term_id,
    );
    const byId = new Map(rows.map((row) => [row.id, { ...row, meta: meta.get(row.id) ?? [] }]));
    yield some.flatMap((id) => byId.get(id) ?? []);
  }
}

export type TermRow = { readonly meta: readonly Entry[] } & {
  readonly [Name in 'taxonomy' | 'slug' | 'name' | 'description']: string;
} & { readonly id: number; readonly parent: string | null };
