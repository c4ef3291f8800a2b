import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { articleType } from '../types/names.ts';
import { postTypeNamed } from '../types/registry.ts';

/** Posts counted of several terms together; beyond it a list says that there are this many. */
export const mostCounted = 2000;
/** Terms of one question; further ones are left out. */
const mostTerms = 8;

export interface AnyTermQuery {
  /** Posts of any of these terms, or a term below one of them. */
  readonly termIds: readonly number[];
  /** Post type; default articles. */
  readonly type?: string;
  readonly excludeIds?: readonly number[];
  /** Only posts published in [from, to), milliseconds. */
  readonly between?: { readonly from: number; readonly to: number } | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** Each term's newest entries, of which no more are needed than the page asks for: the cost does not grow with the size of the terms. */
export function newestOfEach(
  read: Reader,
  { termIds, type = articleType, excludeIds = [], between }: Omit<AnyTermQuery, 'limit' | 'offset'>,
  atMost: number,
) {
  const parts = termIds.slice(0, mostTerms).map((termId) => {
    let rows = read
      .selectFrom('post_term')
      .select(['post_id', 'published_at'])
      .where('term_id', '=', termId)
      .where('post_type', '=', type);
    if (excludeIds.length > 0) rows = rows.where('post_id', 'not in', excludeIds);
    if (between) rows = rows.where('published_at', '>=', between.from).where('published_at', '<', between.to);
    // SQLite takes no order in a part of a union, but in a subquery.
    return read
      .selectFrom(rows.orderBy('published_at', 'desc').orderBy('post_id', 'desc').limit(atMost).as('part'))
      .select(['post_id', 'published_at']);
  });
  return parts.reduce((all, part) => all.union(part));
}

/** One page of listed posts that have any of the terms, newest first, each once; and how many there are, at most `mostCounted`. One query. */
export async function listPostsOfAny(
  read: Reader,
  query: AnyTermQuery,
): Promise<{ ids: number[]; total: number }> {
  if (query.termIds.length === 0 || !postTypeNamed(query.type ?? articleType).isPublic)
    return { ids: [], total: 0 };
  const { limit, offset = 0 } = query;
  const counted = read
    .selectFrom(newestOfEach(read, query, mostCounted).as('all_found'))
    .select(sql<number>`count(*)`.as('value'));
  const rows = await read
    .selectFrom(newestOfEach(read, query, limit + offset).as('found'))
    .select(['post_id', counted.as('total')])
    .orderBy('published_at', 'desc')
    .orderBy('post_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  // A page beyond the last one has no row to carry the number.
  const total = rows[0]?.total ?? (offset > 0 ? (await counted.executeTakeFirst())?.value : 0) ?? 0;
  return { ids: rows.map((row) => row.post_id), total: Math.min(mostCounted, Number(total)) };
}
