import { sql } from 'kysely';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isListed, isEnlisted, enlistedBesideStatusSql, enlistedSql, holdPosts } from '../posts/index.ts';
import type { PostSummary } from '../posts/index.ts';
import { articleType, sectionTaxonomy } from '../types/index.ts';

/**
 * Pins a post to the lead package, or moves it: to `place` (1 is the first), else behind the others. Posts from there on move down by one.
 * Throws `InvalidInputError` for what readers would not see and when all places are taken, `NotFoundError` for an unknown id.
 */
export async function pinToFront(tx: Tx, postId: number, place?: number): Promise<void> {
  const { order, held } = await holdOrder(tx, postId);
  const post = held.get(postId);
  if (!post) throw new NotFoundError(`There is no post ${postId}.`);
  const refusal = refusalOf(post);
  if (refusal) throw new InvalidInputError(`"${post.title}" (${postId}) can't be pinned: ${refusal}.`);
  const others = order.filter((id) => id !== postId);
  if (others.length >= mostPins)
    throw new InvalidInputError(`All ${mostPins} places of the lead package are taken; unpin a post first.`);
  const at = place === undefined ? others.length : Math.min(others.length, place - 1);
  await writeOrder(tx, others.toSpliced(at, 0, postId));
}

/** Why readers would not see a post on the front page; undefined when they would. */
function refusalOf({ type, status, isProtected }: PostSummary): string | undefined {
  if (type !== articleType) return `it is of the type "${type}", and the front page shows posts`;
  if (isListed({ type, status, isProtected })) return undefined;
  return status === 'publish'
    ? 'it asks for a password; remove that first'
    : `its status is "${status}"; publish it first`;
}

/** Takes a post off the lead package; throws `NotFoundError` when it is not pinned. */
export async function unpinFromFront(tx: Tx, postId: number): Promise<void> {
  const { order } = await holdOrder(tx);
  if (!order.includes(postId)) throw new NotFoundError(`Post ${postId} is not pinned.`);
  await writeOrder(
    tx,
    order.filter((id) => id !== postId),
  );
}

/** Unpins everything; returns how many posts were pinned. */
export async function clearFront(tx: Tx): Promise<number> {
  const { order } = await holdOrder(tx);
  await writeOrder(tx, []);
  return order.length;
}

/** What is pinned, in order, and `next`, which is about to be: held, since places are written anew, and what is deleted meanwhile would get one again. */
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

/** A post and its first author, for lists that show one article of each. */
export interface AuthoredId {
  readonly id: number;
  readonly authorId: number;
  /** Whether it was given one; the file may lack. */
  readonly hasPicture: boolean;
}

/** The newest listed posts with their first authors. */
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

/** Ids of the newest listed posts of the format `video`, by the index of formats. */
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

/** Ids of the top categories with the most listed posts, those below them counted too; `except` are left out. */
export async function listBiggestCategories(
  read: Reader,
  { limit, except }: { readonly limit: number; readonly except: readonly number[] },
): Promise<number[]> {
  // `counterKey` of each category, asked one by one: of a join PostgreSQL reads all counters, of which each day with posts and each author has one, too.
  const count = sql`select value from counter where key = 'term:' || cast(term.id as text) || ${sql.lit(`:${articleType}`)}`;
  const { rows } = await sql<{ id: number }>`
    select id from (
      select term.id, (${count}) as posts from term
      where term.taxonomy = ${sql.lit(sectionTaxonomy)} and term.parent_id = 0 and term.slug <> 'uncategorized' and term.id not in (${sql.join([0, ...except])})
    ) as top where posts > 0 order by posts desc, id limit ${limit}`.execute(read);
  return rows.map(({ id }) => id);
}

/** Ids of each term's newest listed posts, newest first, in one query. */
export async function listNewestOfEach(
  read: Reader,
  termIds: readonly number[],
  limit: number,
): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>(termIds.map((termId) => [termId, []]));
  if (termIds.length === 0) return found;
  // One text for each term: hundreds of rows take longer to hand over than to find. It is in the order of the subquery, which both databases read from its
  // first row to the last because of its limit; an order inside of `string_agg` takes SQLite five times as long as all the rest.
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
