import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import type { Post } from '../posts/post.ts';
import type { RelatedResult } from './rank-related.ts';
import { insertRanked, parseRanking, printRanking, rankingKey } from './ranking.ts';
import type { Ranking } from './ranking.ts';

/** A ranking is made anew after this many milliseconds: ages, tags and the words of the site have moved on. */
const freshness = 30 * 24 * 3_600_000;

/** The kept ranking of a post; undefined when there is none for this revision, or it is old. */
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
 * Keeps a ranking and the digests made for it, and puts the post into the rankings of those that are like it: so a new post comes to its neighbours without
 * their being ranked again. Those that show `shown` posts and now show this one are announced.
 */
export async function saveRanking(
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
  if (!ids.has(postId)) return; // deleted meanwhile
  // In one order, so that two transactions never wait for each other crosswise.
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
