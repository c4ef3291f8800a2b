import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import { articleType } from '../types/names.ts';
import { postTypeNamed } from '../types/registry.ts';
import { enlistedSql } from './policy.ts';

/** Keys of random lists are whole numbers below this (posts/writer.ts). */
const randomRange = 2 ** 31;
const columns = ['rnd1', 'rnd2', 'rnd3', 'rnd4'] as const;

export interface RandomListQuery {
  /** Post type; default articles. */
  readonly type?: string;
  /** A whole number; the same seed gives the same order, so that pages of one list never repeat a post. */
  readonly seed: number;
  readonly excludeIds?: readonly number[];
  readonly limit: number;
  readonly offset?: number;
}

/** Which key a seed walks, and from where. */
function walkOf(seed: number): { readonly column: (typeof columns)[number]; readonly start: number } {
  return {
    column: columns[Math.abs(seed) % columns.length] ?? 'rnd1',
    start: (Math.imul(seed, 2_654_435_761) >>> 1) % randomRange,
  };
}

/** The order of a walk, for the `post` of a query that sorts few rows. */
export function randomOrder(seed: number): RawBuilder<unknown> {
  const { column, start } = walkOf(seed);
  return sql`(${sql.ref(`post.${column}`)} + ${sql.lit(randomRange - start)}) % ${sql.lit(randomRange)}`;
}

/** Ids of listed posts in a random order: a walk along one of four random keys from a point that the seed gives, around the end and on. */
export async function listRandomIds(
  read: Reader,
  { type = articleType, seed, excludeIds = [], limit, offset = 0 }: RandomListQuery,
): Promise<number[]> {
  if (!postTypeNamed(type).isPublic) return [];
  const { column, start } = walkOf(seed);
  const walk = async (after: boolean, take: number, skip: number) => {
    if (take <= 0) return [];
    let rows = read
      .selectFrom('post')
      .select('post.id')
      .where('post.type', '=', type)
      .where(enlistedSql)
      .where(`post.${column}`, after ? '>=' : '<', start);
    if (excludeIds.length > 0) rows = rows.where('post.id', 'not in', excludeIds);
    return (await rows.orderBy(`post.${column}`).orderBy('post.id').limit(take).offset(skip).execute()).map(
      ({ id }) => id,
    );
  };
  // The walk is read from its start, pages being few, so that the turn at the end falls on the same place for every page.
  const first = await walk(true, limit + offset, 0);
  const wrapped = await walk(false, limit + offset - first.length, 0);
  return [...first, ...wrapped].slice(offset, offset + limit);
}
