import { counterKey } from '../../src/modules/types/counters.ts';
import { sql } from 'kysely';
import { dayCounterKey } from '../../src/modules/posts/list.ts';
import { enlistedSql } from '../../src/modules/posts/policy.ts';
import type { Database, Reader } from '../../src/kernel/db/open-database.ts';
import { mediaProblems } from './media-problems.ts';

/**
 * Contradictions in a database and its media folder, one sentence each. `cutOff`: number of interrupted uploads, each
 * of which may have left a file.
 */
export async function problemsOf(
  database: Database,
  dataDir: string,
  { cutOff = 0 } = {},
): Promise<string[]> {
  return [
    ...(database.dialect.name === 'sqlite' ? await sqliteProblems(database) : []),
    ...(await orphans(database.read)),
    ...(await listingProblems(database.read)),
    ...(await countProblems(database.read)),
    ...(await searchProblems(database)),
    ...(await mediaProblems(database.read, dataDir, cutOff)),
  ];
}

/**
 * Whether no other transaction runs. PostgreSQL ends a killed process' transaction once it notices, and may still
 * complete its commit; SQLite's transactions end with the process.
 */
export async function isQuiet({ read, dialect }: Database): Promise<boolean> {
  if (dialect.name === 'sqlite') return true;
  const { rows } =
    await sql`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      and state <> 'idle'`.execute(read);
  return rows.length === 0;
}

async function sqliteProblems(database: Database): Promise<string[]> {
  // On a separate connection: one that cached the index before other processes wrote it would report false errors,
  // unlike queries.
  const { rows } = await database.snapshot((read) =>
    sql<{ integrity_check: string }>`pragma integrity_check`.execute(read),
  );
  // FTS5 tables check themselves, and throw on errors.
  for (const index of ['post_search', 'post_title_gram']) {
    await database.write((tx) =>
      sql`insert into ${sql.table(index)} (${sql.table(index)}) values ('integrity-check')`.execute(tx.db),
    );
  }
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

const ofPosts = [
  'post_meta',
  'term_relationship',
  'post_term',
  'byline',
  'post_render',
  'revision',
  'comment',
  'media',
  'old_slug',
  'post_search_key',
] as const;

async function orphans(read: Reader): Promise<string[]> {
  const problems: string[] = [];
  for (const table of ofPosts) {
    const { rows } = await sql<{
      post_id: number;
    }>`select post_id from ${sql.table(table)} where post_id not in (select id from post)`.execute(read);
    problems.push(...rows.map((row) => `${table} has a row of post ${row.post_id}, which does not exist`));
  }
  const lost = await sql<{
    id: number;
  }>`select id from comment where parent_id <> 0 and parent_id not in (select id from comment) or thread_id not in (select id
      from comment)`.execute(read);
  return [...problems, ...lost.rows.map(({ id }) => `comment ${id} hangs on one that does not exist`)];
}

/** Rows of `post_term` and `byline` that contradict posts, terms and bylines. */
async function listingProblems(read: Reader): Promise<string[]> {
  const expected = sql`
    with recursive above(post_id, id) as (
      select post_id, term_id from term_relationship where term_id in (select id from term) and post_id in (select id from post where ${enlistedSql})
      union select above.post_id, parent.id from above join term on term.id = above.id join term as parent on parent.id = term.parent_id
    ) select above.id as term_id, post.type as post_type, post.published_at, post.id as post_id from above join post on post.id = above.post_id`;
  const stored = sql`select term_id, post_type, published_at, post_id from post_term`;
  const rows = async (from: typeof stored, minus: typeof stored) =>
    (
      await sql<{
        term_id: number;
        post_id: number;
      }>`select * from (${from}) as a except select * from (${minus}) as b`.execute(read)
    ).rows;
  const bylines = await sql<{ post_id: number }>`
    select post_id from byline join post on post.id = post_id where byline.post_type <> post.type or byline.published_at <> post.published_at
      or byline.listed <> (case when ${enlistedSql} then 1 else 0 end)`.execute(read);
  return [
    ...(await rows(expected, stored)).map(
      (row) => `post ${row.post_id} is missing in the list of term ${row.term_id}`,
    ),
    ...(await rows(stored, expected)).map(
      (row) => `post ${row.post_id} should not be so in the list of term ${row.term_id}`,
    ),
    ...bylines.rows.map((row) => `the byline of post ${row.post_id} is not up to date`),
  ];
}

/** Stored counts that differ from the actual ones. */
async function countProblems(read: Reader): Promise<string[]> {
  const right = new Map<string, number>();
  const add = (key: string) => right.set(key, (right.get(key) ?? 0) + 1);
  const shown = await read
    .selectFrom('post')
    .select(['id', 'type', 'author_id', 'published_at'])
    .where(enlistedSql)
    .execute();
  for (const { id, type, author_id: authorId, published_at: publishedAt } of shown) {
    add(counterKey({ type }));
    add(dayCounterKey(type, publishedAt));
    add(counterKey({ type, authorId }));
    for (const { user_id: other } of await read
      .selectFrom('byline')
      .select('user_id')
      .where('post_id', '=', id)
      .execute()) {
      add(counterKey({ type, authorId: other }));
    }
  }
  for (const { term_id: termId, post_type: type } of await read
    .selectFrom('post_term')
    .select(['term_id', 'post_type'])
    .execute()) {
    add(counterKey({ type, termId }));
  }
  const listed = (await read.selectFrom('counter').selectAll().execute()).filter(({ key }) =>
    /^(?:posts|day|author|term):/.test(key),
  );
  const stored = new Map(listed.map(({ key, value }) => [key, Number(value)]));
  const wrong = [...new Set([...right.keys(), ...stored.keys()])].filter(
    (key) => (right.get(key) ?? 0) !== (stored.get(key) ?? 0),
  );
  const terms = await sql<{ id: number }>`
    select id from term where count <> (select count(*) from term_relationship join post on post.id = term_relationship.post_id
      where term_relationship.term_id = term.id and ${enlistedSql})`.execute(read);
  const posts = await sql<{
    id: number;
  }>`select id from post where comment_count <> (select count(*) from comment where comment.post_id = post.id
      and comment.status = 'approved')`.execute(read);
  return [
    ...wrong.map(
      (key) => `the counter ${key} says ${stored.get(key) ?? 0} instead of ${right.get(key) ?? 0}`,
    ),
    ...terms.rows.map(({ id }) => `the count of term ${id} is wrong`),
    ...posts.rows.map(({ id }) => `the number of comments of post ${id} is wrong`),
  ];
}

async function searchProblems({ read, dialect }: Database): Promise<string[]> {
  const listed = (await read.selectFrom('post').select('id').where(enlistedSql).orderBy('id').execute()).map(
    ({ id }) => id,
  );
  const keys = await read
    .selectFrom('post_search_key')
    .select(['post_id', 'search_key'])
    .orderBy('post_id')
    .execute();
  const found = new Set(keys.map((row) => row.post_id));
  const rowId = dialect.name === 'sqlite' ? sql`rowid` : sql`search_key`;
  const indexed = (
    await sql<{ key: number }>`select ${rowId} as key from post_search`.execute(read)
  ).rows.map(({ key }) => Number(key));
  const known = new Set(keys.map((row) => row.search_key));
  return [
    ...listed.filter((id) => !found.has(id)).map((id) => `post ${id} is not in the search index`),
    ...[...found]
      .filter((id) => !listed.includes(id))
      .map((id) => `post ${id} is in the search index and should not be`),
    ...(indexed.length === known.size && indexed.every((key) => known.has(key))
      ? []
      : [`the search index has ${indexed.length} rows for ${known.size} posts`]),
  ];
}
