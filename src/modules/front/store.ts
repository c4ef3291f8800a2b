import { sql } from 'kysely';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isListed, isEnlisted, enlistedBesideStatusSql, enlistedSql, holdPosts } from '../posts/index.ts';
import type { PostSummary } from '../posts/index.ts';
import { articleType, sectionTaxonomy } from '../types/index.ts';

/**
 * Pins or moves a post to `place` (from 1), by default to the end; later posts move down. Throws `InvalidInputError`
 * for a post that is not public or when all places are taken, `NotFoundError` for an unknown id.
 */
export async function pinToFront(tx: Tx, postId: number, place?: number): Promise<void> {
  const { order, held } = await holdOrder(tx, postId);
  const post = held.get(postId);
  if (!post) throw new NotFoundError(`There is no post ${postId}.`);
  const refusal = refusalOf(post);
  if (refusal) throw new InvalidInputError(`"${post.title}" (${postId}) can't be pinned: ${refusal}.`);
  const others = order.filter((id) => id !== postId);
  if (others.length >= maxPins)
    throw new InvalidInputError(`All ${maxPins} places of the lead package are taken; unpin a post first.`);
  const at = place === undefined ? others.length : Math.min(others.length, place - 1);
  await writeOrder(tx, others.toSpliced(at, 0, postId));
}

function refusalOf({ type, status, isProtected }: PostSummary): string | undefined {
  if (type !== articleType) return `it is of the type "${type}", and the front page shows posts`;
  if (isListed({ type, status, isProtected })) return undefined;
  return status === 'publish'
    ? 'it asks for a password; remove that first'
    : `its status is "${status}"; publish it first`;
}

export async function unpinFromFront(tx: Tx, postId: number): Promise<void> {
  const { order } = await holdOrder(tx);
  if (!order.includes(postId)) throw new NotFoundError(`Post ${postId} is not pinned.`);
  await writeOrder(
    tx,
    order.filter((id) => id !== postId),
  );
}

export async function clearFront(tx: Tx): Promise<number> {
  const { order } = await holdOrder(tx);
  await writeOrder(tx, []);
  return order.length;
}

/** Locks the pinned posts and `next`: all places are rewritten, and a concurrently deleted post must not get one again. */
async function holdOrder(
  tx: Tx,
  next = 0,
): Promise<{ readonly order: number[]; readonly held: ReadonlyMap<number, PostSummary> }> {
  const pinned = (await listFrontPins(tx.db)).map(({ postId }) => postId);
  const held = await holdPosts(tx, [...pinned, next]);
  return { order: pinned.filter((id) => held.has(id)), held };
}

async function writeOrder(tx: Tx, postIds: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('front_pin').execute();
  if (postIds.length > 0)
    await tx.db
      .insertInto('front_pin')
      .values(postIds.map((postId, index) => ({ post_id: postId, place: index + 1 })))
      .execute();
  tx.emit('front');
}

export const maxPins = 7;
const maxSticky = 20;

export interface FrontPin {
  readonly postId: number;
  readonly slug: string;
  readonly title: string;
  /** False if the post is unpublished or has a password; the front page skips it. */
  readonly isShown: boolean;
}

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

export interface FrontPost {
  readonly id: number;
  /** False for sticky posts. */
  readonly isPinned: boolean;
  readonly hasPicture: boolean;
}

export async function listFrontIds(read: Reader): Promise<number[]> {
  return (await listFrontPosts(read)).map(({ id }) => id);
}

/** Listed posts at the top of the front page: pinned ones in order, then sticky ones, newest first. One query. */
export async function listFrontPosts(read: Reader): Promise<FrontPost[]> {
  // A cross join, and no plain conditions on type and status, since SQLite would otherwise scan all posts and look up
  // each one's pin (see listStickyIds).
  const { rows } = await sql<{ id: number; place: number; media: number }>`
    select id, min(place) as place, max(published_at) as published, max(featured_media_id) as media from (
      select post.id, front_pin.place, post.published_at, post.featured_media_id
      from front_pin cross join post where post.id = front_pin.post_id and post.type = ${sql.lit(
        articleType,
      )} and ${enlistedSql}
      union all
      select * from (select id, ${sql.lit(maxPins + 1)} as place, published_at, featured_media_id from post
        where sticky = 1 and type || '' = ${sql.lit(articleType)} and ${enlistedBesideStatusSql} order by published_at desc, id desc
        limit ${maxSticky}) as stuck
    ) as top group by id order by place, published desc, id desc`.execute(read);
  return rows.map(({ id, place, media }) => ({ id, isPinned: place <= maxPins, hasPicture: media > 0 }));
}

export interface AuthoredId {
  readonly id: number;
  readonly authorId: number;
  /** Whether a featured image is set; its file may be missing. */
  readonly hasPicture: boolean;
}

export async function listNewest(read: Reader, limit: number): Promise<AuthoredId[]> {
  const rows = await read
    .selectFrom('post')
    .select(['id', 'author_id as authorId', 'featured_media_id as mediaId'])
    .where('type', '=', articleType)
    .where(enlistedSql)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ mediaId, ...post }) => ({ ...post, hasPicture: mediaId > 0 }));
}

export async function listVideoIds(read: Reader, limit: number): Promise<number[]> {
  const rows = await read
    .selectFrom('post')
    .select('id')
    .where(sql<boolean>`format = 'video' and format <> 'standard'`)
    .where('type', '=', articleType)
    .where(enlistedSql)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of the top-level categories with the most listed posts, descendants included; skips `except`. */
export async function listBiggestCategories(
  read: Reader,
  { limit, except }: { readonly limit: number; readonly except: readonly number[] },
): Promise<number[]> {
  // `counterKey` of each category in a subquery: with a join, PostgreSQL reads all counters, including those of days
  // and authors.
  const count = sql`select value from counter where key = 'term:' || cast(term.id as text) || ${sql.lit(`:${articleType}`)}`;
  const { rows } = await sql<{ id: number }>`
    select id from (
      select term.id, (${count}) as posts from term
      where term.taxonomy = ${sql.lit(sectionTaxonomy)} and term.parent_id = 0 and term.slug <> 'uncategorized' and term.id not in (${sql.join([0, ...except])})
    ) as top where posts > 0 order by posts desc, id limit ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

export async function listNewestOfEach(
  read: Reader,
  termIds: readonly number[],
  limit: number,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(termIds.map((termId) => [termId, []]));
  if (termIds.length === 0) return found;
  // One string per term: transferring hundreds of rows takes longer than finding them. It keeps the subquery's order,
  // which the limit preserves in both databases; an order in `string_agg` is five times as slow in SQLite.
  const parts = termIds.map(
    (termId) => sql`
    select max(term_id) as term_id, string_agg(cast(post_id as text), ',') as ids
    from (select term_id, post_id, published_at from post_term where term_id = ${termId} and post_type = ${sql.lit(
      articleType,
    )} order by published_at desc, post_id desc limit ${limit}) as part`,
  );
  const { rows } = await sql<{
    term_id: number;
    ids: string | null;
  }>`${sql.join(parts, sql` union all `)}`.execute(read);
  for (const { term_id: termId, ids } of rows)
    if (ids !== null) found.set(termId, ids.split(',').map(Number));
  return found;
}
