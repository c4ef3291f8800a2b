import { sql } from 'kysely';
import type { Tx, Reader, Database } from '../../kernel/db/open-database.ts';
import type { SearchTokens } from '../../kernel/db/search-sql.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { fieldSearchText, findFieldSearchTexts, holdsSearchedField } from '../fields/index.ts';
import { supportOf, enlistedSql, isEnlisted } from '../posts/index.ts';
import type { SavedPost } from '../posts/index.ts';
import { searchKeys } from './tokens.ts';
import { hasOtherWords, searchTokensOf } from './post-words.ts';
import type { ExpandedPost } from '../patterns/index.ts';

export interface Indexed {
  readonly id: number;
  readonly type: string;
  /** Milliseconds; the index is in this order, so that the newest matches are found first. */
  readonly publishedAt: number;
  /** HTML. */
  readonly title: string;
  readonly tokens: SearchTokens;
}

const maxTitleLength = 400;

async function indexPost(tx: Tx, { id, type, publishedAt, title, tokens }: Indexed): Promise<void> {
  const { search } = tx.dialect;
  const ranked = supportOf(type)('title') ? htmlToText(title).slice(0, maxTitleLength) : '';
  let first = true;
  for (const key of searchKeys(publishedAt)) {
    // The first key is nearly always free. The others are checked first, since each insert attempt carries all tokens.
    if (
      !first &&
      (await tx.db
        .selectFrom('post_search_key')
        .select('search_key')
        .where('search_key', '=', key)
        .executeTakeFirst())
    )
      continue;
    first = false;
    const [take, ...rest] = search.insert({ search_key: key, post_id: id, type, title: ranked }, tokens);
    if ((await take.execute(tx.db)).rows.length === 0) continue;
    for (const statement of rest) await statement.execute(tx.db);
    return;
  }
}

export async function unindexPost(tx: Tx, postId: number): Promise<void> {
  for (const statement of tx.dialect.search.remove(postId)) await statement.execute(tx.db);
}

/** Raise when the same text yields other tokens; sites then rebuild their index. */
const tokensVersion = 7;
const counterKey = 'search:tokens';

/** Whether the index was filled by this version; true for a new site. */
export async function isIndexCurrent(read: Reader): Promise<boolean> {
  const row = await read
    .selectFrom('counter')
    .select('value')
    .where('key', '=', counterKey)
    .executeTakeFirst();
  return (
    row?.value === tokensVersion ||
    (row?.value !== cleared &&
      (await read.selectFrom('post_search_key').select('post_id').limit(1).executeTakeFirst()) === undefined)
  );
}

export const markIndexCurrent = (tx: Tx): Promise<void> => markIndex(tx, tokensVersion);

/** The marker of an index that was emptied and is rebuilt at the next start, unless it is rebuilt before. */
const cleared = 0;

async function markIndex(tx: Tx, value: number): Promise<void> {
  await tx.db
    .insertInto('counter')
    .values({ key: counterKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Empties the full-text index, which is then due to be rebuilt. */
export async function clearSearchIndex(tx: Tx): Promise<void> {
  for (const statement of tx.dialect.search.clear) await sql.raw(statement).execute(tx.db);
  await markIndex(tx, cleared);
}

const postsAtOnce = 50;

/** Rebuilds the full-text index in short transactions, so that other writers proceed; returns the number of posts. */
export async function rebuildSearchIndex(database: Database): Promise<number> {
  await database.write(async (tx) => {
    await clearSearchIndex(tx);
    await markIndexCurrent(tx);
  });
  let indexed = 0;
  for (let after = 0; ; ) {
    const found = await database.write(async (tx) => {
      const posts = await tx.db
        .selectFrom('post')
        .select(['id', 'type', 'published_at', 'title', 'excerpt', 'content', 'expanded'])
        .where('id', '>', after)
        .where(enlistedSql)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('post_search_key')
                .select('search_key')
                .whereRef('post_search_key.post_id', '=', 'post.id'),
            ),
          ),
        )
        .orderBy('id')
        .limit(postsAtOnce)
        .execute();
      const fields = await findFieldSearchTexts(tx.db, posts);
      for (const { published_at: publishedAt, ...post } of posts) {
        await indexPost(tx, {
          id: post.id,
          type: post.type,
          publishedAt,
          title: post.title,
          tokens: searchTokensOf({ ...post, fields: fields.get(post.id) }),
        });
      }
      return posts;
    });
    indexed += found.length;
    const last = found.at(-1);
    if (!last) return indexed;
    after = last.id;
  }
}

export async function indexExpandedPosts(tx: Tx, posts: readonly ExpandedPost[]): Promise<void> {
  const changed = posts.filter((post) => isEnlisted(post) && (post.isRenewed || hasOtherWords(post)));
  const fields = await findFieldSearchTexts(tx.db, changed);
  const words = changed.map((post) => ({
    postId: post.id,
    words: searchTokensOf({ ...post, fields: fields.get(post.id) }).words,
  }));
  if (words.length === 0) return;
  for (const statement of tx.dialect.search.rewrite(words)) await statement.execute(tx.db);
}

export async function indexSavedPost(tx: Tx, saved: SavedPost): Promise<void> {
  const { id, before, after, prepared } = saved;
  if (before && before.listed === after.listed && (!after.listed || hasSameEntry(saved, before))) return;
  if (before?.listed) await unindexPost(tx, id);
  if (!after.listed) return;
  const { type, publishedAt } = after;
  const post = before ? await readTexts(tx, id) : textsOf(saved);
  const fields = before
    ? (await findFieldSearchTexts(tx.db, [{ id, type }])).get(id)
    : fieldSearchText(type, new Map(Object.entries(saved.written.meta ?? {})));
  const tokens = searchTokensOf({ type, ...post, fields }, prepared);
  await indexPost(tx, { id, type, publishedAt, title: post.title, tokens });
}

function hasSameEntry(
  { after, written, text }: SavedPost,
  before: NonNullable<SavedPost['before']>,
): boolean {
  const hasSameTexts =
    written.title === undefined &&
    text === undefined &&
    written.excerpt === undefined &&
    !holdsSearchedField(after.type, written.meta);
  return hasSameTexts && after.type === before.type && after.publishedAt === before.publishedAt;
}

/** A new post's text is all in the write itself. */
const textsOf = ({ written: { title = '', excerpt = '', content = '' }, text }: SavedPost) => ({
  title,
  excerpt,
  content,
  expanded: text?.expanded ?? null,
});

const readTexts = (tx: Tx, id: number) =>
  tx.db
    .selectFrom('post')
    .select(['title', 'excerpt', 'content', 'expanded'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
