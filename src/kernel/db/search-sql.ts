import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { fold } from '../../lib/fold.ts';

/** A full-text query: a token or prefix, and combinations. Tokens contain no ASCII characters except letters and digits. */
export type SearchExpression =
  | { readonly token: string; readonly prefix?: boolean }
  | { readonly all: readonly SearchExpression[] }
  | { readonly any: readonly SearchExpression[] };

type SearchIndex = 'words' | 'grams';

export type SearchTokens = Readonly<Record<SearchIndex, readonly string[]>>;

export interface SearchHit {
  readonly search_key: number;
  readonly post_id: number;
  readonly title: string;
  readonly type: string;
}

export interface RewrittenWords {
  readonly postId: number;
  readonly words: readonly string[];
}

export interface SearchSql {
  readonly clear: readonly string[];
  /** Statements to run in order. The first one returns the key if it was free; otherwise nothing was written, and the others must not run. */
  insert(
    entry: SearchHit,
    tokens: SearchTokens,
  ): readonly [RawBuilder<{ search_key: number }>, ...RawBuilder<unknown>[]];
  /** Statements that replace the words of indexed posts, in order; titles and types stay. */
  rewrite(entries: readonly RewrittenWords[]): readonly RawBuilder<unknown>[];
  remove(postId: number): readonly RawBuilder<unknown>[];
  /** Tokens with a prefix, in order, at most `limit`, if the database matches tokens faster than prefixes of that length; otherwise undefined. */
  spellings(
    index: SearchIndex,
    beginning: string,
    limit: number,
  ): RawBuilder<{ readonly token: string }> | undefined;
  /** The newest matching posts of these types. `few`: matches are rare, so finding them all first is faster than scanning all posts. */
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
const maxIndexedLength = 4;
const indexes = ['words', 'grams'] as const;

/**
 * For a prefix without an index, FTS5 collects all matches before it returns the newest: 115 ms at a million posts.
 * Looking up its words and searching for any of them takes 3 ms (`spellings`).
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
    if (!vocabulary || [...beginning].length <= maxIndexedLength) return undefined;
    const table = sql.table(vocabulary);
    // Skips from each token past its rows to the next one: `char(1)` sorts before every character of tokens.
    return sql<{ readonly token: string }>`
      with recursive spelling (token) as (
        select (select term from ${table} where term >= ${beginning} limit 1)
        union all select (select term from ${table} where term >= token || char(1) limit 1) from spelling where substr(token, 1,
          length(${beginning})) = ${beginning}
      ) select token from spelling where substr(token, 1, length(${beginning})) = ${beginning} limit ${limit}`;
  },
  match: (index, expression, types, limit) => {
    const table = sql.table(tables[index]);
    // `cross join` keeps the index outermost, which returns rows newest first and stops at the limit.
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

/** `tsvector`s are built from our own tokens, without a text-search configuration. */
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
    // `offset 0` keeps the planner from scanning all posts for the outer order and limit.
    const found = sql`select search_key from post_search where ${sql.ref(index)} @@ ${printTsquery(expression)}::tsquery ${few ? sql`offset 0` : sql``}`;
    return sql<SearchHit>`
      select search_key, post_id, title, type from (${found}) as hit join post_search_key using (search_key)
      where type in (${sql.join(types)}) order by search_key desc limit ${limit}`;
  },
};

/** A folded column, for sorting names as people expect: `anna` and `Émile` before `Zoe`. Evaluated per row. */
export function folded(column: string): RawBuilder<string> {
  return sql<string>`folded(${sql.ref(column)})`;
}

/** Whether a column contains a text, both folded: `lodz` finds `Łódź`, `STRASSE` finds `Straße`. Evaluated per row. */
export function holdsFolded(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${folded(column)} like ${holding(fold(text))} escape '\\'`;
}

/** A `like` pattern for a text anywhere in a column, with `escape '\\'`. */
export const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
