import { sql } from 'kysely';
import { messageOf, UnavailableError } from '../../lib/errors.ts';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { isListed } from '../posts/index.ts';
import type { Post } from '../posts/index.ts';
import { insertRanked, parseRanking, printRanking, rankingKey, relearnedKey } from '../search/index.ts';
import type { RelatedResult, Ranking, SearchClient } from '../search/index.ts';
import type { SettingsCache, Settings } from '../settings/index.ts';
import { postTypeNamed } from '../types/index.ts';

export interface RelatedPosts {
  /**
   * Ids of the most similar posts, best first; some may be unlisted since. With `waitMs` a slow ranking returns
   * undefined and emits `related:…` later; without it, throws `UnavailableError` on failure.
   */
  find(post: Post, waitMs?: number): Promise<readonly number[] | undefined>;
  /** Suppresses later errors: the process is stopping. */
  close(): void;
}

interface Running {
  readonly ranking: Promise<Ranking>;
  announce: boolean;
}

export function relatedSize({ related_posts_size: size }: Pick<Settings, 'related_posts_size'>): number {
  return size;
}

const maxWaiting = 200;

interface Sources {
  readonly database: Database;
  readonly search: SearchClient;
  readonly settings: SettingsCache;
}

/** `onWarning`: called when a ranking could not be stored; the next reader's request computes it again. */
export function createRelatedPosts(
  { database, search, settings }: Sources,
  onWarning: (message: string) => void = () => {},
): RelatedPosts {
  const rankingByPost = new Map<number, Running>();
  let lastTurn: Promise<unknown> = Promise.resolve();
  let closed = false;

  const store = async (postId: number, result: RelatedResult | undefined) => {
    const shown = relatedSize(await settings.current());
    await database.writeDerived(async (tx) => {
      if (result) await saveRanking(tx, postId, result, shown);
      if (rankingByPost.get(postId)?.announce) tx.emit(`related:${postId}`);
    });
  };
  /**
   * One ranking at a time, so that a crawler does not slow down searches and pages. Concurrent callers share a ranking
   * and don't wait until it is stored.
   */
  const begin = (postId: number): Running => {
    if (rankingByPost.size >= maxWaiting) {
      return {
        ranking: Promise.reject(
          new UnavailableError('Too many related posts are being looked for; try again in a moment.'),
        ),
        announce: false,
      };
    }
    const result = lastTurn.then(() => search.rankRelated(postId));
    lastTurn = result.catch(() => undefined);
    const begun: Running = { ranking: result.then((found) => found?.ranking ?? []), announce: false };
    rankingByPost.set(postId, begun);
    result
      .then((found) => store(postId, found))
      .catch((error: unknown) => {
        if (!closed)
          onWarning(
            `The related posts of post ${postId} could not be found or kept; the next reader asks again: ${messageOf(error)}`,
          );
      })
      .finally(() => rankingByPost.delete(postId));
    return begun;
  };

  return {
    find: async (post, waitMs) => {
      if (!isListed(post) || !postTypeNamed(post.type).supports.has('related')) return [];
      const stored = await findRanking(database.read, post);
      if (stored) return idsOf(stored);
      const making = rankingByPost.get(post.id) ?? begin(post.id);
      if (waitMs === undefined) return idsOf(await making.ranking);
      const found = await inTime(making.ranking, waitMs);
      if (!found) making.announce = true;
      return found && idsOf(found);
    },
    close: () => {
      closed = true;
    },
  };
}

const idsOf = (ranking: Ranking): number[] => ranking.map(({ id }) => id);

/** Undefined on a timeout or if the worker is unavailable: a page works without related posts. */
async function inTime(ranking: Promise<Ranking>, waitMs: number): Promise<Ranking | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  try {
    return await Promise.race([ranking, patience]);
  } catch (error) {
    if (error instanceof UnavailableError) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds before a ranking is recomputed: ages, tags and word frequencies change. */
const freshness = 30 * 24 * 3_600_000;

export async function findRanking(
  read: Reader,
  post: Pick<Post, 'id' | 'revision'>,
): Promise<Ranking | undefined> {
  const row = await read
    .selectFrom('post_related')
    .select(['ranking_key', 'ranked_at', 'ranking'])
    .where('post_id', '=', post.id)
    .executeTakeFirst();
  return row &&
    row.ranking_key === rankingKey(post.revision) &&
    Math.abs(Date.now() - row.ranked_at) < freshness
    ? parseRanking(row.ranking)
    : undefined;
}

/**
 * Stores a ranking with its new digests and inserts the post into similar posts' rankings, so that they need no
 * recomputation. Emits the tags of those that show it among their first `shown` posts.
 */
async function saveRanking(
  tx: Tx,
  postId: number,
  { revision, ranking, asSeenByThem, digests }: RelatedResult,
  shown: number,
): Promise<void> {
  const known = await tx.db
    .selectFrom('post')
    .select('id')
    .where('id', 'in', [postId, ...digests.map((digest) => digest.postId)])
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  if (!ids.has(postId)) return;
  // Sorted, so that concurrent transactions can't deadlock.
  const made = digests.filter((digest) => ids.has(digest.postId)).toSorted((a, b) => a.postId - b.postId);
  if (made.length > 0) {
    await tx.db
      .insertInto('post_digest')
      .values(made.map((digest) => ({ post_id: digest.postId, digest_key: digest.key, words: digest.words })))
      .onConflict((conflict) =>
        conflict
          .column('post_id')
          .doUpdateSet({ digest_key: sql`excluded.digest_key`, words: sql`excluded.words` }),
      )
      .execute();
  }
  const row = { ranking_key: rankingKey(revision), ranked_at: Date.now(), ranking: printRanking(ranking) };
  await tx.db
    .insertInto('post_related')
    .values({ post_id: postId, ...row })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
    .execute();
  if (ranking.length > 0) await insertIntoNeighbours(tx, ranking, asSeenByThem, shown);
}

async function insertIntoNeighbours(
  tx: Tx,
  ranking: Ranking,
  asSeenByThem: Ranking,
  shown: number,
): Promise<void> {
  const rows = await tx.db
    .selectFrom('post_related')
    .select(['post_id', 'ranking'])
    .where(
      'post_id',
      'in',
      ranking.map(({ id }) => id),
    )
    .orderBy('post_id')
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .execute();
  const backs = new Map(ranking.map(({ id }, index) => [id, asSeenByThem[index]]));
  for (const { post_id: id, ranking: text } of rows) {
    const back = backs.get(id);
    const inserted = back && insertRanked(parseRanking(text), back);
    if (!inserted) continue;
    await tx.db
      .updateTable('post_related')
      .set({ ranking: printRanking(inserted) })
      .where('post_id', '=', id)
      .execute();
    if (inserted.findIndex((entry) => entry.id === back.id) < shown) tx.emit(`related:${id}`);
  }
}

/** Resets the word frequencies and the rankings based on them, after many posts were added or removed at once. Readers' requests recompute them. */
export async function relearnWords(tx: Tx): Promise<void> {
  await tx.db
    .insertInto('counter')
    .values({ key: relearnedKey, value: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .execute();
  await tx.db.deleteFrom('post_digest').execute();
  await tx.db.deleteFrom('post_related').execute();
  tx.emit('*', 'bulk');
}
