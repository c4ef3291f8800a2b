import { sql } from 'kysely';
import type { Tx, Reader } from '../../kernel/db/open-database.ts';
import { InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { isListed, isEnlisted, enlistedBesideStatusSql, enlistedSql, holdPosts } from '../posts/index.ts';
import type { PostSummary } from '../posts/index.ts';
import { holdTerms } from '../terms/index.ts';
import { articleType, sectionTaxonomy } from '../types/index.ts';
import { activeAt, categoryOfArea, isFrontArea, maxPinsOf } from './model.ts';
import type { Arrangement, Front, FrontArea, Pin } from './model.ts';
import { htmlToText } from '../../lib/plain-text.ts';

/** The stored arrangement, including ended pins. One query. */
export async function readFront(read: Reader): Promise<Front> {
  const rows = await read
    .selectFrom('front_pin')
    .select(['post_id', 'place', 'area', 'ends_at', 'headline', 'media_id', sql<number>`0`.as('revision')])
    .unionAll(
      read
        .selectFrom('front_state')
        .select([
          sql<number>`0`.as('post_id'),
          sql<number>`0`.as('place'),
          'breaking_url as area',
          'breaking_ends_at as ends_at',
          'breaking_text as headline',
          sql<number>`0`.as('media_id'),
          'revision',
        ]),
    )
    .orderBy('place')
    .execute();
  const state = rows.find((row) => row.post_id === 0);
  return {
    revision: state?.revision ?? 0,
    pins: rows.flatMap((row) =>
      row.post_id > 0 && isFrontArea(row.area)
        ? [
            {
              postId: row.post_id,
              area: row.area,
              endsAt: row.ends_at,
              headline: row.headline,
              mediaId: row.media_id,
            },
          ]
        : [],
    ),
    breaking:
      state && state.headline !== ''
        ? { text: state.headline, url: state.area, endsAt: state.ends_at }
        : null,
  };
}

/** Replaces the arrangement, increments its revision and invalidates the front page. */
export async function writeFront(tx: Tx, { pins, breaking }: Arrangement): Promise<void> {
  await tx.db.deleteFrom('front_pin').execute();
  if (pins.length > 0)
    await tx.db
      .insertInto('front_pin')
      .values(
        pins.map(({ postId, area, endsAt, headline, mediaId }, index) => ({
          post_id: postId,
          place: index + 1,
          area,
          ends_at: endsAt,
          headline,
          media_id: mediaId,
        })),
      )
      .execute();
  await touchFront(tx, {
    breaking_text: breaking?.text ?? '',
    breaking_url: breaking?.url ?? '',
    breaking_ends_at: breaking?.endsAt ?? 0,
  });
}

/** Increments the revision, so that an open desk notices the change. */
export async function touchFront(
  tx: Tx,
  line: Partial<Record<'breaking_text' | 'breaking_url', string> & { breaking_ends_at: number }> = {},
): Promise<void> {
  await tx.db
    .insertInto('front_state')
    .values({ id: 1, revision: 1, breaking_text: '', breaking_url: '', breaking_ends_at: 0, ...line })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ revision: eb('front_state.revision', '+', 1), ...line })),
    )
    .execute();
  tx.emit('front');
}

/** Unpins a deleted post; pins with a deleted picture show the featured image again. */
export async function forgetPinned(tx: Tx, id: number): Promise<void> {
  const gone = await tx.db.deleteFrom('front_pin').where('post_id', '=', id).executeTakeFirst();
  const bared = await tx.db
    .updateTable('front_pin')
    .set({ media_id: 0 })
    .where('media_id', '=', id)
    .executeTakeFirst();
  if (Number(gone.numDeletedRows) + Number(bared.numUpdatedRows) > 0) await touchFront(tx);
}

/** Removes the pins of a deleted category's band. */
export async function unpinFromArea(tx: Tx, area: FrontArea): Promise<void> {
  const gone = await tx.db.deleteFrom('front_pin').where('area', '=', area).executeTakeFirst();
  if (Number(gone.numDeletedRows) > 0) await touchFront(tx);
}

/**
 * Pins or moves a post to `place` (from 1) of the lead, by default to the end; later posts move down. Throws
 * `InvalidInputError` for a post that can't be pinned or when all places are taken, `NotFoundError` for an unknown id.
 */
export async function pinToFront(tx: Tx, postId: number, place?: number): Promise<void> {
  const front = await readFront(tx.db);
  const own = front.pins.find((pin) => pin.postId === postId);
  const { pins } = withPin(front, { ...newPin, ...own, postId, area: 'lead' }, place);
  await writeFront(tx, { ...front, pins: await checkedPins(tx, pins, front) });
}

/** The arrangement with a pin at `place` (from 1) of its area, by default at its place or the end. */
export function withPin<Some extends Arrangement>(front: Some, pin: Pin, place?: number): Some {
  const others = front.pins.filter(({ postId }) => postId !== pin.postId);
  const here = others.filter(({ area }) => area === pin.area);
  const former = front.pins
    .filter(({ area }) => area === pin.area)
    .findIndex(({ postId }) => postId === pin.postId);
  const at = place === undefined ? (former < 0 ? here.length : former) : Math.min(here.length, place - 1);
  const following = here[at];
  const index = following ? others.indexOf(following) : others.length;
  return { ...front, pins: others.toSpliced(index, 0, pin) };
}

export const newPin = { endsAt: 0, headline: '', mediaId: 0 } as const;

/**
 * Locks posts, pictures and categories of pins and returns the pins without those that are gone, since what is deleted
 * concurrently must not return. Throws `NotFoundError` for posts and categories that don't exist and are not stored with
 * the pin, and `InvalidInputError` for posts that can't be pinned newly, and for too many in one area.
 */
export async function checkedPins(
  tx: Tx,
  pins: readonly Pin[],
  stored: Arrangement,
): Promise<readonly Pin[]> {
  const counts = new Map<FrontArea, number>();
  for (const { area } of pins) {
    const count = (counts.get(area) ?? 0) + 1;
    counts.set(area, count);
    const most = maxPinsOf(area);
    if (count > most)
      throw new InvalidInputError(
        `All ${most} places of ${area === 'lead' ? 'the lead package' : 'the band'} are taken; unpin a post first.`,
      );
  }
  // Those of stored pins as well, whose rows are about to be locked, in the order in which a deletion locks them.
  const all = [...pins, ...stored.pins];
  const posts = await holdPosts(tx, [...new Set(all.flatMap(({ postId, mediaId }) => [postId, mediaId]))]);
  const terms = await holdTerms(tx, [...new Set(all.flatMap(({ area }) => categoryOfArea(area) ?? []))]);
  const known = new Map(stored.pins.map((pin) => [pin.postId, pin]));
  const pictures = new Set(stored.pins.map(({ mediaId }) => mediaId));
  const isGone = (area: FrontArea) =>
    area !== 'lead' && terms.get(categoryOfArea(area) ?? 0)?.taxonomy !== sectionTaxonomy;
  return pins.flatMap((pin) => {
    const { postId, area, mediaId } = pin;
    const own = known.get(postId);
    const post = posts.get(postId);
    if (!own && !post) throw new NotFoundError(`There is no post ${postId}.`);
    const refusal = own ? undefined : post && refusalOf(post);
    if (refusal)
      throw new InvalidInputError(
        `"${htmlToText(post?.title ?? '')}" (${postId}) can't be pinned: ${refusal}.`,
      );
    if (isGone(area) && own?.area !== area)
      throw new NotFoundError(`There is no category ${categoryOfArea(area)}.`);
    if (!post || isGone(area)) return [];
    return [pictures.has(mediaId) && !posts.has(mediaId) ? { ...pin, mediaId: 0 } : pin];
  });
}

function refusalOf({ type, status, isProtected }: PostSummary): string | undefined {
  if (type !== articleType) return `it is of the type "${type}", and the front page shows posts`;
  if (isProtected) return 'it asks for a password; remove that first';
  return isListed({ type, status, isProtected }) || status === 'future'
    ? undefined
    : `its status is "${status}"; publish or schedule it first`;
}

const maxSticky = 20;

export interface PinnedPost extends Pin {
  readonly slug: string;
  readonly title: string;
  /** False if the post is unpublished or has a password; the front page skips it. */
  readonly isShown: boolean;
}

/** Pins that have not ended, in their order, with their posts. */
export async function listFrontPins(read: Reader, now = Date.now()): Promise<PinnedPost[]> {
  const { pins } = activeAt(await readFront(read), now);
  if (pins.length === 0) return [];
  const rows = await read
    .selectFrom('post')
    .select(['id', 'slug', 'title', 'status', 'password', 'type'])
    .where(
      'id',
      'in',
      pins.map(({ postId }) => postId),
    )
    .execute();
  const posts = new Map(rows.map((row) => [row.id, row]));
  return pins.flatMap((pin) => {
    const post = posts.get(pin.postId);
    return post
      ? [
          {
            ...pin,
            slug: post.slug,
            title: post.title,
            isShown: post.type === articleType && isEnlisted(post),
          },
        ]
      : [];
  });
}

export interface FrontPost {
  readonly id: number;
  /** False for sticky posts. */
  readonly isPinned: boolean;
  readonly hasPicture: boolean;
}

/** Listed posts at the top of the front page: these in their order, then sticky ones, newest first. One query. */
export async function listFrontPosts(read: Reader, pinnedIds: readonly number[]): Promise<FrontPost[]> {
  // Without a plain condition on the type, since SQLite would otherwise scan all posts (see listStickyIds).
  const sticky = sql`select * from (select id, published_at, featured_media_id from post
    where sticky = 1 and type || '' = ${sql.lit(articleType)} and ${enlistedBesideStatusSql} order by published_at desc, id desc
    limit ${maxSticky}) as stuck`;
  const pinned = sql`select id, published_at, featured_media_id from post
    where id in (${sql.join(pinnedIds)}) and type || '' = ${sql.lit(articleType)} and ${enlistedBesideStatusSql} union all`;
  const { rows } = await sql<{ id: number; media: number }>`
    select id, max(published_at) as published, max(featured_media_id) as media from (
      ${pinnedIds.length === 0 ? sql`` : pinned} ${sticky}
    ) as top group by id order by published desc, id desc`.execute(read);
  const places = new Map(pinnedIds.map((id, place) => [id, place]));
  return rows
    .map(({ id, media }) => ({ id, isPinned: places.has(id), hasPicture: media > 0 }))
    .toSorted((one, other) => (places.get(one.id) ?? Infinity) - (places.get(other.id) ?? Infinity) || 0);
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
