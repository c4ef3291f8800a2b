import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { CommentStatus } from './comment.ts';

/** How many comments there are, by status; those of one account beside spam and trash. */
export interface CommentCounts {
  readonly byStatus: ReadonlyMap<CommentStatus, number>;
  readonly mine: number;
}

/** Counts comments as a moderator's list shows them, those on one post where it is named, in one query. */
export async function countByStatus(read: Reader, userId: number, postId?: number): Promise<CommentCounts> {
  const rows = await read
    .selectFrom('comment')
    .innerJoin('post', 'post.id', 'comment.post_id')
    .select([
      'comment.status',
      sql<number>`count(*)`.as('total'),
      sql<number>`sum(case when comment.user_id = ${userId} then 1 else 0 end)`.as('own'),
    ])
    .$if(postId !== undefined, (query) => query.where('comment.post_id', '=', postId ?? 0))
    .groupBy('comment.status')
    .execute();
  const mine = rows.reduce(
    (sum, { status, own }) => (status === 'approved' || status === 'hold' ? sum + Number(own) : sum),
    0,
  );
  return { byStatus: new Map(rows.map(({ status, total }) => [status, Number(total)])), mine };
}
