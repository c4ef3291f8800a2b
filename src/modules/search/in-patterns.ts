import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { SearchExpression, SearchHit, SearchSql } from '../../kernel/db/search-sql.ts';
import { patternType } from '../types/names.ts';
import type { SearchTerm } from './query.ts';
import { together } from './together.ts';
import { patternToken, patternWordToken, termExpression } from './tokens.ts';

/** Patterns that are looked at for each word, and of those that any post shows the newest that are asked for. */
const mostMatches = 1000;
const mostPatterns = 50;

/** For each word that was searched for the posts that show it in a synced pattern; one query. */
export async function inPatterns(
  read: Reader,
  search: SearchSql,
  terms: readonly SearchTerm[],
): Promise<(readonly SearchExpression[])[]> {
  const shown = terms.map((term) => {
    const matches = search.match(
      'words',
      termExpression(term, patternWordToken),
      [patternType],
      mostMatches,
      true,
    );
    return sql<SearchHit>`select post_id from (${matches}) as found where exists (select 1 from post_pattern where pattern_id = found.post_id)
      order by search_key desc limit ${mostPatterns}`;
  });
  return (await together(read, shown)).map((ids) => ids.map(patternToken));
}
