import { sql } from 'kysely';
import type { SearchExpression, SearchHit, SearchSql } from '../search-sql.ts';

/** Quotes make every token plain text to `tsquery`. */
function print(expression: SearchExpression): string {
  if ('token' in expression) return `'${expression.token}'${expression.prefix ? ':*' : ''}`;
  const [parts, between] = 'all' in expression ? [expression.all, ' & '] : [expression.any, ' | '];
  return `(${parts.map(print).join(between)})`;
}

/** `tsvector` made of our own tokens: no text-search configuration takes part. No pending list, since every search would have to read through it. */
export const searchPostgres: SearchSql = {
  create: [
    `create table post_search_key (search_key bigint primary key, post_id bigint not null unique, type text not null, title text not null)`,
    `create table post_search (search_key bigint primary key, words tsvector not null, grams tsvector not null)`,
    `create index post_search_words on post_search using gin (words) with (fastupdate = off)`,
    `create index post_search_grams on post_search using gin (grams) with (fastupdate = off)`,
  ],
  insert: (key, { words, grams }) => [
    sql`insert into post_search (search_key, words, grams) values (${key}, array_to_tsvector(${[...words]}::text[]), array_to_tsvector(${[...grams]}::text[]))`,
  ],
  remove: (key) => [sql`delete from post_search where search_key = ${key}`],
  match: (index, expression, types, limit, few) => {
    // `offset 0` keeps the order and limit outside from luring the planner into a walk through every post.
    const found = sql`select search_key from post_search where ${sql.ref(index)} @@ ${print(expression)}::tsquery ${few ? sql`offset 0` : sql``}`;
    return sql<SearchHit>`
      select search_key, post_id, title, type from (${found}) as hit join post_search_key using (search_key)
      where type in (${sql.join(types)}) order by search_key desc limit ${limit}`;
  },
};
