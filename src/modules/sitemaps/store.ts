import { sql } from 'kysely';
import type { Expression, SqlBool } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { mediaUrl } from '../media/index.ts';
import { detailKeys, enlistedSql } from '../posts/index.ts';
import type { PostSummary } from '../posts/index.ts';
import { typesOf, articleType } from '../types/index.ts';

/**
 * Ids per file: file n contains those in ((n − 1) × span, n × span]. A file is found by arithmetic at constant cost,
 * and new posts never change an old one; ids of other types leave it shorter.
 */
export const span = 2000;

export const fileOf = (id: number): number => Math.ceil(id / span);

const within = (column: 'post.id' | 'term.id' | 'user.id', file: number) =>
  sql<SqlBool>`${sql.ref(column)} > ${(file - 1) * span} and ${sql.ref(column)} <= ${file * span}`;

export async function listedTypes(read: Reader): Promise<string[]> {
  const rows = await read
    .selectFrom('counter')
    .select('key')
    .where('key', '>=', 'posts:')
    .where('key', '<', 'posts;')
    .where('value', '>', 0)
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key.slice('posts:'.length));
}

export async function usedTaxonomies(read: Reader): Promise<string[]> {
  const { rows } = await sql<{ taxonomy: string }>`
    with recursive found(taxonomy) as (
      select min(taxonomy) from term union all select (select min(term.taxonomy) from term where term.taxonomy > found.taxonomy) from found
        where found.taxonomy is not null
    ) select taxonomy from found where taxonomy is not null`.execute(read);
  return rows.map(({ taxonomy }) => taxonomy);
}

export type SitemapKind =
  | { readonly type: string }
  | { readonly taxonomy: string }
  | { readonly users: true };

/** Files of one kind in the index: the protocol's limit for the whole index. */
const maxFiles = 50_000;

/** Whether a term's archive lists posts, by its counters; of articles if its taxonomy names no types. */
function termIsUsed(taxonomy: string) {
  const shown = typesOf(taxonomy)
    .filter(({ isPublic }) => isPublic)
    .map(({ name }) => name);
  const keys = (shown.length > 0 ? shown : [articleType]).map(
    (type) => sql`'term:' || cast(term.id as text) || ${sql.lit(`:${type}`)}`,
  );
  return sql<SqlBool>`exists (select 1 from counter where counter.key in (${sql.join(keys)}) and counter.value > 0)`;
}
const userWrites = sql<SqlBool>`exists (select 1 from counter where counter.key = 'author:' || cast("user".id as text) || ${sql.lit(`:${articleType}`)} and counter.value > 0)`;

function nextId(kind: SitemapKind, after: Expression<unknown>) {
  if ('type' in kind)
    return sql`select min(post.id) from post where post.type = ${kind.type} and ${enlistedSql} and post.id > ${after}`;
  if ('taxonomy' in kind) {
    return sql`select min(term.id) from term where term.taxonomy = ${kind.taxonomy} and ${termIsUsed(kind.taxonomy)} and term.id > ${after}`;
  }
  return sql`select min("user".id) from "user" where ${userWrites} and "user".id > ${after}`;
}

/** Numbers of the files that are not empty: one index step from each to the next, whatever lies between. */
export async function findFiles(
  read: Reader,
  kind: SitemapKind,
  from = 1,
  limit = maxFiles,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive hit(id) as (
      ${nextId(kind, sql`${(from - 1) * span}`)}
      union all select (${nextId(kind, sql`(hit.id + ${sql.lit(span - 1)}) / ${sql.lit(span)} * ${sql.lit(span)}`)}) from hit where hit.id is not null
    ) select id from hit where id is not null limit ${limit}`.execute(read);
  return rows.map(({ id }) => fileOf(Number(id)));
}

const lookedAt = 2000;

/**
 * Last change of each file in milliseconds, for files with the type's newest changes; the others are unchanged since.
 * Scheduled posts count from their publication.
 */
export async function findFileChanges(read: Reader, type: string): Promise<Map<number, number>> {
  const newest = (moment: 'post.modified_at' | 'post.published_at') =>
    read
      .selectFrom(
        read
          .selectFrom('post')
          .select(({ ref }) => ['post.id', ref(moment).as('changed')])
          .where('post.type', '=', type)
          .where(enlistedSql)
          .orderBy(moment, 'desc')
          .orderBy('post.id', 'desc')
          .limit(lookedAt)
          .as('newest'),
      )
      .select(['id', 'changed']);
  const rows = await newest('post.modified_at').unionAll(newest('post.published_at')).execute();
  const changes = new Map<number, number>();
  for (const { id, changed } of rows)
    changes.set(fileOf(id), Math.max(changed, changes.get(fileOf(id)) ?? 0));
  return changes;
}

export interface SitemapPost extends Pick<PostSummary, 'id' | 'type' | 'slug' | 'parentId' | 'modifiedAt'> {
  readonly pictureUrl: string;
  /** Canonical URL that editors set; empty: its own. */
  readonly canonicalUrl: string;
}

/** Listed posts of a file in order of id, without `noindex` ones. */
export async function findFilePosts(
  { database: { read }, siteUrl }: { readonly database: { readonly read: Reader }; readonly siteUrl: string },
  type: string,
  file: number,
): Promise<SitemapPost[]> {
  const [rows, meta] = await Promise.all([
    read
      .selectFrom('post')
      .leftJoin('media', 'media.post_id', 'post.featured_media_id')
      .select([
        'post.id',
        'post.type',
        'post.slug',
        'post.parent_id',
        'post.modified_at',
        'post.published_at',
        'media.file',
        'media.source_url',
        'media.edition',
      ])
      .where('post.type', '=', type)
      .where(enlistedSql)
      .where(within('post.id', file))
      .orderBy('post.id')
      .execute(),
    read
      .selectFrom('post_meta')
      .select(['post_id', 'key', 'value'])
      .where('post_id', '>', (file - 1) * span)
      .where('post_id', '<=', file * span)
      .where('key', 'in', [detailKeys.noindex, detailKeys.canonicalUrl])
      .execute(),
  ]);
  const hidden = new Set(
    meta.filter(({ key, value }) => key === detailKeys.noindex && value === '1').map((row) => row.post_id),
  );
  const canonicals = new Map(
    meta.filter(({ key }) => key === detailKeys.canonicalUrl).map((row) => [row.post_id, row.value]),
  );
  return rows
    .filter(({ id }) => !hidden.has(id))
    .map((row) => ({
      id: row.id,
      type: row.type,
      slug: row.slug,
      parentId: row.parent_id,
      modifiedAt: Math.max(row.modified_at, row.published_at),
      pictureUrl: mediaUrl(siteUrl, {
        file: row.file ?? '',
        sourceUrl: row.source_url ?? '',
        edition: row.edition ?? 0,
      }),
      canonicalUrl: canonicals.get(row.id) ?? '',
    }));
}

export async function findFileTermIds(read: Reader, taxonomy: string, file: number): Promise<number[]> {
  const rows = await read
    .selectFrom('term')
    .select('term.id')
    .where('term.taxonomy', '=', taxonomy)
    .where(within('term.id', file))
    .where(termIsUsed(taxonomy))
    .orderBy('term.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findFileUserIds(read: Reader, file: number): Promise<number[]> {
  const rows = await read
    .selectFrom('user')
    .select('user.id')
    .where(within('user.id', file))
    .where(userWrites)
    .orderBy('user.id')
    .execute();
  return rows.map(({ id }) => id);
}
