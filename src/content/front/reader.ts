import { sql } from 'kysely';
import type { Reader } from '../../db/open-database.ts';
import { isEnlisted, enlistedBesideStatusSql, enlistedSql } from '../posts/policy.ts';
import { articleType } from '../types/names.ts';

/** Most posts that can be pinned: the places of the lead package. */
export const mostPins = 7;
/** Sticky posts that are looked at: more than a front page has room for. */
const mostSticky = 20;

/** A post that editors pinned, and whether readers see it. */
export interface FrontPin {
  readonly postId: number;
  readonly slug: string;
  readonly title: string;
  /** False while the post is no longer published, or asks for a password: the front page goes on without it. */
  readonly isShown: boolean;
}

/** What is pinned, first place first. */
export async function listFrontPins(read: Reader): Promise<FrontPin[]> {
  const rows = await read.selectFrom('front_pin').innerJoin('post', 'post.id', 'front_pin.post_id')
    .select(['post.id', 'post.slug', 'post.title', 'post.status', 'post.password', 'post.type'])
    .orderBy('front_pin.place').execute();
  return rows.map((row) => ({ postId: row.id, slug: row.slug, title: row.title, isShown: row.type === articleType && isEnlisted(row) }));
}

/** Ids of the listed posts that stand on top of the front page: those that editors pinned, in their order, then sticky ones, newest first. One query. */
export async function listFrontIds(read: Reader): Promise<number[]> {
  // A cross join, since SQLite would go through all posts and look for the pin of each; and no plain conditions on type and status, for the same reason (see
  // listStickyIds).
  const { rows } = await sql<{ id: number }>`
    select id, min(place) as place, max(published_at) as published from (
      select post.id, front_pin.place, post.published_at from front_pin cross join post where post.id = front_pin.post_id and post.type = ${sql.lit(
        articleType,
      )} and ${enlistedSql}
      union all
      select * from (select id, ${sql.lit(mostPins + 1)} as place, published_at from post
        where sticky = 1 and type || '' = ${sql.lit(articleType)} and ${enlistedBesideStatusSql} order by published_at desc, id desc
        limit ${mostSticky}) as stuck
    ) as top group by id order by place, published desc, id desc`.execute(read);
  return rows.map(({ id }) => id);
}
