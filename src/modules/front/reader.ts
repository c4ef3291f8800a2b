import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
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
  const rows = await read
    .selectFrom('front_pin')
    .innerJoin('post', 'post.id', 'front_pin.post_id')
    .select(['post.id', 'post.slug', 'post.title', 'post.status', 'post.password', 'post.type'])
    .orderBy('front_pin.place')
    .execute();
  return rows.map((row) => ({
    postId: row.id,
    slug: row.slug,
    title: row.title,
    isShown: row.type === articleType && isEnlisted(row),
  }));
}

/** A post on top of the front page. */
export interface FrontPost {
  readonly id: number;
  /** Whether editors gave it its place; else it is sticky. */
  readonly isPinned: boolean;
  readonly hasPicture: boolean;
}

/** Ids of the listed posts that stand on top of the front page (`listFrontPosts`). */
export async function listFrontIds(read: Reader): Promise<number[]> {
  return (await listFrontPosts(read)).map(({ id }) => id);
}

/** The listed posts that stand on top of the front page: those that editors pinned, in their order, then sticky ones, newest first. One query. */
export async function listFrontPosts(read: Reader): Promise<FrontPost[]> {
  // A cross join, since SQLite would go through all posts and look for the pin of each; and no plain conditions on type and status, for the same reason (see
  // listStickyIds).
  const { rows } = await sql<{ id: number; place: number; media: number }>`
    select id, min(place) as place, max(published_at) as published, max(featured_media_id) as media from (
      select post.id, front_pin.place, post.published_at, post.featured_media_id
      from front_pin cross join post where post.id = front_pin.post_id and post.type = ${sql.lit(
        articleType,
      )} and ${enlistedSql}
      union all
      select * from (select id, ${sql.lit(mostPins + 1)} as place, published_at, featured_media_id from post
        where sticky = 1 and type || '' = ${sql.lit(articleType)} and ${enlistedBesideStatusSql} order by published_at desc, id desc
        limit ${mostSticky}) as stuck
    ) as top group by id order by place, published desc, id desc`.execute(read);
  return rows.map(({ id, place, media }) => ({ id, isPinned: place <= mostPins, hasPicture: media > 0 }));
}
