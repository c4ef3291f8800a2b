import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { enlistedSql } from '../posts/policy.ts';
import { articleType, sectionTaxonomy } from '../types/names.ts';

/** A post and its first author, for lists that show one article of each. */
export interface AuthoredId {
  readonly id: number;
  readonly authorId: number;
  /** Whether it was given one; the file may lack. */
  readonly hasPicture: boolean;
}

/** The newest listed posts with their first authors. */
export async function listNewest(read: Reader, limit: number): Promise<AuthoredId[]> {
  const rows = await read
    .selectFrom('post')
    .select(['id', 'author_id as authorId', 'featured_media_id as mediaId'])
    .where('type', '=', articleType)
    .where(enlistedSql)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ mediaId, ...post }) => ({ ...post, hasPicture: mediaId > 0 }));
}

/** Ids of the newest listed posts of the format `video`, by the index of formats. */
export async function listVideoIds(read: Reader, limit: number): Promise<number[]> {
  const rows = await read
    .selectFrom('post')
    .select('id')
    .where(sql<boolean>`format = 'video' and format <> 'standard'`)
    .where('type', '=', articleType)
    .where(enlistedSql)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the top categories with the most listed posts, those below them counted too; `except` are left out. */
export async function listBiggestCategories(
  read: Reader,
  { limit, except }: { readonly limit: number; readonly except: readonly number[] },
): Promise<number[]> {
  // `counterKey` of each category, asked one by one: of a join PostgreSQL reads all counters, of which each day with posts and each author has one, too.
  const count = sql`select value from counter where key = 'term:' || cast(term.id as text) || ${sql.lit(`:${articleType}`)}`;
  const { rows } = await sql<{ id: number }>`
    select id from (
      select term.id, (${count}) as posts from term
      where term.taxonomy = ${sql.lit(sectionTaxonomy)} and term.parent_id = 0 and term.slug <> 'uncategorized' and term.id not in (${sql.join([0, ...except])})
    ) as top where posts > 0 order by posts desc, id limit ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

/** Ids of each term's newest listed posts, newest first, in one query. */
export async function listNewestOfEach(
  read: Reader,
  termIds: readonly number[],
  limit: number,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(termIds.map((termId) => [termId, []]));
  if (termIds.length === 0) return found;
  // One text for each term: hundreds of rows take longer to hand over than to find. It is in the order of the subquery, which both databases read from its
  // first row to the last because of its limit; an order inside of `string_agg` takes SQLite five times as long as all the rest.
  const parts = termIds.map(
    (termId) => sql`
    select max(term_id) as term_id, string_agg(cast(post_id as text), ',') as ids
    from (select term_id, post_id, published_at from post_term where term_id = ${termId} and post_type = ${sql.lit(
      articleType,
    )} order by published_at desc, post_id desc limit ${limit}) as part`,
  );
  const { rows } = await sql<{
    term_id: number;
    ids: string | null;
  }>`${sql.join(parts, sql` union all `)}`.execute(read);
  for (const { term_id: termId, ids } of rows)
    if (ids !== null) found.set(termId, ids.split(',').map(Number));
  return found;
}
