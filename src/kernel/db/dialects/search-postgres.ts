import { sql } from 'kysely';
import type { SearchExpression, SearchHit, SearchSql } from '../search-sql.ts';

/** Quotes make every token plain text to `tsquery`. */
function print(expression: SearchExpression): string {
  if ('token' in expression) return `'${expression.token}'${expression.prefix ? ':*' : ''}`;
  const [parts, between] = 'all' in expression ? [expression.all, ' & '] : [expression.any, ' | '];
  return `(${parts.map(print).join(between)})`;
}

/**
 * New posts wait in a list that is merged into the index once it is this large, about every 10th post: writing one takes half the time then (1.0 against 2.2 ms
 * for 375 words, at 6,000 posts), and a merge 9 ms. Searches read through the list, which takes 0.01 ms; but the planner adds 4 to the index's cost for each of
 * its pages, so a long list (512 kB would need 0.5 ms a post) makes it walk through all posts of a small site instead.
 */
const pendingKilobytes = 128;

/** `tsvector` made of our own tokens: no text-search configuration takes part. */
export const searchPostgres: SearchSql = {
  create: [
    `create table post_search_key (search_key bigint primary key, post_id bigint not null unique, type text not null, title text not null)`,
    `create table post_search (search_key bigint primary key, words tsvector not null, grams tsvector not null)`,
    `create index post_search_words on post_search using gin (words) with (gin_pending_list_limit = ${pendingKilobytes})`,
    `create index post_search_grams on post_search using gin (grams) with (gin_pending_list_limit = ${pendingKilobytes})`,
  ],
  createSpellings: [],
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
    const found = sql`select search_key from post_search where ${sql.ref(index)} @@ ${print(expression)}::tsquery ${few ? sql`offset 0` : sql``}`;
    return sql<SearchHit>`
      select search_key, post_id, title, type from (${found}) as hit join post_search_key using (search_key)
      where type in (${sql.join(types)}) order by search_key desc limit ${limit}`;
  },
};
