import { counterKey } from '../../src/modules/types/counters.ts';
import { sql } from 'kysely';
import { createComment } from '../../src/modules/comments/store.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { dayCounterKey } from '../../src/modules/posts/list.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { markIndexCurrent } from '../../src/modules/search/store.ts';
import { tokensOf, searchKeys } from '../../src/modules/search/tokens.ts';
import { indexedWords } from '../../src/lib/search-words.ts';
import { createTerm } from '../../src/modules/terms/writer.ts';
import { ensureRoles } from '../../src/modules/users/roles.ts';
import { createUser } from '../../src/modules/users/writer.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database, OpenOptions, Tx } from '../../src/kernel/db/open-database.ts';
import { openingOfMarkup } from '../../src/lib/markup/opening-words.ts';
import { portions } from '../../src/lib/batch.ts';
import { bulkPostgres, bulkSqlite } from './bulk-tables.ts';
import type { BulkTables, BulkValue } from './bulk-tables.ts';
import type { SitePlan } from './site-plan.ts';

/** Writes a plan with the regular writers; the reference for `bulkWrite`. */
export async function writePlan(database: Database, plan: SitePlan): Promise<void> {
  await database.write(async (tx) => {
    await writeFew(tx, plan);
    for (const { paragraphs: _paragraphs, comments, ...post } of plan.posts()) {
      await createPost(tx, post);
      for (const comment of comments) await createComment(tx, { ...comment, isTold: true });
    }
  });
}

/** Writes everything except posts. */
async function writeFew(tx: Tx, plan: SitePlan): Promise<void> {
  await ensureRoles(tx);
  await markIndexCurrent(tx);
  for (const user of plan.users) await createUser(tx, user);
  for (const term of plan.terms) await createTerm(tx, term);
  for (const { media, ...picture } of plan.pictures) {
    await createPost(tx, picture);
    await saveMedia(tx, media);
  }
}

const postColumns = [
  'id',
  'type',
  'status',
  'slug',
  'author_id',
  'published_at',
  'modified_at',
  'created_at',
  'featured_media_id',
  'comment_count',
  'rnd1',
  'rnd2',
  'rnd3',
  'rnd4',
  'title',
  'content',
  'opening',
] as const;
const commentColumns = [
  'id',
  'post_id',
  'parent_id',
  'thread_id',
  'status',
  'author_name',
  'author_email',
  'author_ip',
  'created_at',
  'content',
] as const;
/** As drawn by the writer (modules/posts/writer.ts). */
const randomKey = () => Math.floor(Math.random() * 2 ** 31);
const postsPerBatch = 1000;

/**
 * Writes a plan into an empty, migrated and unused database, some thousands of posts per second: rows directly, then
 * counters and indexes. The result equals `writePlan`'s (a test compares them).
 */
export async function bulkWrite(
  options: Pick<OpenOptions, 'dataDir' | 'databaseUrl'>,
  plan: SitePlan,
): Promise<void> {
  const before = await openSiteDatabase(options);
  await before.write((tx) => writeFew(tx, plan));
  const { file = '' } = before;
  await before.close();
  const tables = ['post', 'term_relationship', 'post_term', 'post_search_key', 'post_search', 'comment'];
  const bulk = options.databaseUrl
    ? await bulkPostgres(options.databaseUrl, tables)
    : bulkSqlite(file, tables);
  const counts = await writePosts(bulk, plan);
  await bulk.finish();
  const after = await openSiteDatabase(options);
  await after.write((tx) => writeCounts(tx, counts));
  for (const statement of [
    ...['post', 'comment', 'user', 'term'].map(after.dialect.syncIds),
    ...after.dialect.afterBulk,
  ])
    if (statement) await sql.raw(statement).execute(after.read);
  await after.close();
}

interface Counts {
  /** By key of the table `counter`. */
  readonly listed: Map<string, number>;
  readonly given: Map<number, number>;
}

async function writePosts(bulk: BulkTables, plan: SitePlan): Promise<Counts> {
  const parents = new Map(plan.terms.map(({ id, parentId = 0 }) => [id, parentId]));
  const wordsOf = plan.paragraphs.map(
    (body) => tokensOf({ type: 'post', title: '', body: indexedWords(body) }).words,
  );
  const counts: Counts = { listed: new Map(), given: new Map() };
  const add = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
  const rows = {
    posts: [] as BulkValue[][],
    terms: [] as BulkValue[][],
    listing: [] as BulkValue[][],
    keys: [] as BulkValue[][],
    comments: [] as BulkValue[][],
    tokens: [] as [number, string, string][],
  };
  const flush = async () => {
    await bulk.insert('post', postColumns, rows.posts);
    await bulk.insert('term_relationship', ['post_id', 'term_id', 'position'], rows.terms);
    await bulk.insert('post_term', ['term_id', 'post_type', 'published_at', 'post_id'], rows.listing);
    await bulk.insert('post_search_key', ['search_key', 'post_id', 'type', 'title'], rows.keys);
    await bulk.insertTokens(rows.tokens);
    await bulk.insert('comment', commentColumns, rows.comments);
    for (const list of Object.values(rows)) list.length = 0;
  };
  const now = Date.now();
  for (const post of plan.posts()) {
    const { id, type, publishedAt, termIds, comments } = post;
    rows.posts.push([
      id,
      type,
      post.status,
      post.slug,
      post.authorId,
      publishedAt,
      publishedAt,
      now,
      post.featuredMediaId,
      comments.length,
      randomKey(),
      randomKey(),
      randomKey(),
      randomKey(),
      post.title,
      post.content,
      openingOfMarkup(post.content),
    ]);
    rows.terms.push(...termIds.map((termId, position) => [id, termId, position]));
    const listed = withAncestors(termIds, parents);
    rows.listing.push(...listed.map((termId) => [termId, type, publishedAt, id]));
    const title = tokensOf({ type, title: post.title, body: new Set() });
    const { value: key } = searchKeys(publishedAt).next();
    rows.keys.push([key, id, type, post.title]);
    rows.tokens.push([
      key,
      [...new Set([...title.words, ...post.paragraphs.flatMap((number) => wordsOf[number] ?? [])])].join(' '),
      title.grams.join(' '),
    ]);
    rows.comments.push(
      ...comments.map((comment) => [
        comment.id,
        id,
        comment.parentId,
        comment.parentId || comment.id,
        comment.status ?? '',
        comment.authorName ?? '',
        comment.authorEmail ?? '',
        comment.authorIp ?? '',
        comment.createdAt ?? 0,
        comment.content,
      ]),
    );
    for (const countKey of [
      counterKey({ type }),
      dayCounterKey(type, publishedAt),
      counterKey({ type, authorId: post.authorId }),
      ...listed.map((termId) => counterKey({ type, termId })),
    ]) {
      add(counts.listed, countKey);
    }
    for (const termId of termIds) add(counts.given, termId);
    if (rows.posts.length === postsPerBatch) await flush();
  }
  await flush();
  return counts;
}

function withAncestors(termIds: readonly number[], parents: ReadonlyMap<number, number>): number[] {
  const found = new Set(termIds);
  for (const id of found) {
    const parent = parents.get(id) ?? 0;
    if (parent > 0) found.add(parent);
  }
  return [...found];
}

async function writeCounts(tx: Tx, { listed, given }: Counts): Promise<void> {
  const rows = [...listed].map(([key, value]) => ({ key, value }));
  for (const some of portions(rows)) await tx.db.insertInto('counter').values(some).execute();
  for (const [id, count] of given)
    await tx.db.updateTable('term').set({ count }).where('id', '=', id).execute();
}
