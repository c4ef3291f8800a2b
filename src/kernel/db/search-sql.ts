import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { fold } from '../../lib/fold.ts';

/** What a full-text index is asked: a token, or the tokens that begin with it, combined. Tokens hold no ASCII character but letters and digits. */
export type SearchExpression =
  | { readonly token: string; readonly prefix?: boolean }
  | { readonly all: readonly SearchExpression[] }
  | { readonly any: readonly SearchExpression[] };

/** `words`: words, titles and types of posts. `grams`: pieces of title words, for typing mistakes. */
type SearchIndex = 'words' | 'grams';

export type SearchTokens = Readonly<Record<SearchIndex, readonly string[]>>;

export interface SearchHit {
  readonly search_key: number;
  readonly post_id: number;
  readonly title: string;
  readonly type: string;
}

/** All words that the index is to have of a post, those of its title included. */
export interface RewrittenWords {
  readonly postId: number;
  readonly words: readonly string[];
}

/** How one database keeps and asks its full-text index; both get ready-made tokens, so that both find the same. */
export interface SearchSql {
  /** Empties the index. */
  readonly clear: readonly string[];
  /**
   * Statements to run in order. The first one returns the key when it was free, and nothing when it was taken: then nothing was written, and the others must
   * not run.
   */
  insert(
    entry: SearchHit,
    tokens: SearchTokens,
  ): readonly [RawBuilder<{ search_key: number }>, ...RawBuilder<unknown>[]];
  /** Gives posts other words; titles and types stay. Statements to run in order; they do nothing for posts that the index does not hold. */
  rewrite(entries: readonly RewrittenWords[]): readonly RawBuilder<unknown>[];
  /** Statements to run in order; they do nothing when the index does not hold the post. */
  remove(postId: number): readonly RawBuilder<unknown>[];
  /**
   * The tokens of an index that begin with `beginning`, in order, at most `limit`: where a database is slow with beginnings of that length, and quick with the
   * tokens themselves. Undefined where it is quick with the beginning.
   */
  spellings(
    index: SearchIndex,
    beginning: string,
    limit: number,
  ): RawBuilder<{ readonly token: string }> | undefined;
  /**
   * The newest posts of these types that match. `few`: matches are a small part of all posts, so finding them all first is quick (and walking all posts is
   * not).
   */
  match(
    index: SearchIndex,
    expression: SearchExpression,
    types: readonly string[],
    limit: number,
    few: boolean,
  ): RawBuilder<SearchHit>;
}

/** Quotes make every token plain text to FTS5. */
function printMatch(expression: SearchExpression): string {
  if ('token' in expression) return `"${expression.token}"${expression.prefix ? ' *' : ''}`;
  const [parts, between] = 'all' in expression ? [expression.all, ' AND '] : [expression.any, ' OR '];
  return `(${parts.map(printMatch).join(between)})`;
}

const tables: Readonly<Record<SearchIndex, string>> = { words: 'post_search', grams: 'post_title_gram' };
const vocabularies: Readonly<Partial<Record<SearchIndex, string>>> = { words: 'post_search_word' };

/** Longest prefix that FTS5 indexes, in characters (`prefix` in the initial migration). */
const longestIndexed = 4;
const indexes = ['words', 'grams'] as const;

/**
 * FTS5 collects all matches of a prefix without an index before it returns the newest: 115 ms at a million posts. Looking up its words
 * and searching for any of them takes 3 ms (`spellings`).
 */
export const searchSqlite: SearchSql = {
  clear: [
    ...indexes.map((index) => `insert into ${tables[index]} (${tables[index]}) values ('delete-all')`),
    'delete from post_search_key',
  ],
  insert: ({ search_key: key, post_id: postId, type, title }, tokens) => [
    sql`insert into post_search_key (search_key, post_id, type, title) values (${key}, ${postId}, ${type}, ${title}) on conflict (search_key) do nothing
      returning search_key`,
    ...indexes.map(
      (index) =>
        sql`insert into ${sql.table(tables[index])} (rowid, tokens) values (${key}, ${tokens[index].join(' ')})`,
    ),
  ],
  rewrite: (entries) =>
    entries.map(
      ({ postId, words }) =>
        sql`update post_search set tokens = ${words.join(' ')} where rowid = (select search_key from post_search_key where post_id = ${postId})`,
    ),
  remove: (postId) => [
    ...indexes.map(
      (index) =>
        sql`delete from ${sql.table(tables[index])} where rowid = (select search_key from post_search_key where post_id = ${postId})`,
    ),
    sql`delete from post_search_key where post_id = ${postId}`,
  ],
  spellings: (index, beginning, limit) => {
    const vocabulary = vocabularies[index];
    if (!vocabulary || [...beginning].length <= longestIndexed) return undefined;
    const table = sql.table(vocabulary);
    // Goes from each token to the first one behind it, past its rows: `char(1)` sorts before every character of tokens.
    return sql<{ readonly token: string }>`
      with recursive spelling (token) as (
        select (select term from ${table} where term >= ${beginning} limit 1)
        union all select (select term from ${table} where term >= token || char(1) limit 1) from spelling where substr(token, 1,
          length(${beginning})) = ${beginning}
      ) select token from spelling where substr(token, 1, length(${beginning})) = ${beginning} limit ${limit}`;
  },
  match: (index, expression, types, limit) => {
    const table = sql.table(tables[index]);
    // `cross join` keeps the index outermost: it gives its rows newest first, and stops at the limit.
    return sql<SearchHit>`
      select search_key, post_id, title, type from ${table} cross join post_search_key on search_key = ${table}.rowid
      where ${table} match ${printMatch(expression)} and type in (${sql.join(types)}) order by ${table}.rowid desc limit ${limit}`;
  },
};

/** Quotes make every token plain text to `tsquery`. */
function printTsquery(expression: SearchExpression): string {
  if ('token' in expression) return `'${expression.token}'${expression.prefix ? ':*' : ''}`;
  const [parts, between] = 'all' in expression ? [expression.all, ' & '] : [expression.any, ' | '];
  return `(${parts.map(printTsquery).join(between)})`;
}

/** `tsvector` made of our own tokens: no text-search configuration takes part. */
export const searchPostgres: SearchSql = {
  clear: ['delete from post_search', 'delete from post_search_key'],
  insert: ({ search_key: key, post_id: postId, type, title }, { words, grams }) => [
    sql`
      with taken as (insert into post_search_key (search_key, post_id, type, title) values (${key}, ${postId}, ${type}, ${title})
        on conflict (search_key) do nothing returning search_key)
      insert into post_search (search_key, words, grams) select search_key, array_to_tsvector(string_to_array(${words.join(
        ' ',
      )}, ' ')), array_to_tsvector(string_to_array(${grams.join(' ')}, ' ')) from taken returning search_key`,
  ],
  rewrite: (entries) => [
    sql`
      update post_search set words = array_to_tsvector(string_to_array(found.words, ' '))
      from (values ${sql.join(entries.map(({ postId, words }) => sql`(cast(${postId} as bigint), cast(${words.join(' ')} as text))`))})
        as found (post_id, words)
        join post_search_key using (post_id)
      where post_search.search_key = post_search_key.search_key`,
  ],
  remove: (postId) => [
    sql`
      with gone as (delete from post_search_key where post_id = ${postId} returning search_key)
      delete from post_search using gone where post_search.search_key = gone.search_key`,
  ],
  spellings: () => undefined,
  match: (index, expression, types, limit, few) => {
    // `offset 0` keeps the order and limit outside from luring the planner into a walk through every post.
    const found = sql`select search_key from post_search where ${sql.ref(index)} @@ ${printTsquery(expression)}::tsquery ${few ? sql`offset 0` : sql``}`;
    return sql<SearchHit>`
      select search_key, post_id, title, type from (${found}) as hit join post_search_key using (search_key)
      where type in (${sql.join(types)}) order by search_key desc limit ${limit}`;
  },
};

/** A column as searches fold it, which is how people look for names: `anna` and `Émile` stand before `Zoe`. Asks each row. */
export function folded(column: string): RawBuilder<string> {
  return sql<string>`folded(${sql.ref(column)})`;
}

/** Whether a column holds a text, both as searches fold them: `Łódź` is found by `lodz`, `Straße` by `STRASSE`. Asks each row. */
export function holdsFolded(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${folded(column)} like ${holding(fold(text))} escape '\\'`;
}

/** What a column is like that holds a text, with `escape '\\'`: the signs of patterns are looked for as they are. */
export const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
