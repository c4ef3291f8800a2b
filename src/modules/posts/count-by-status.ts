import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Rule } from '../../kernel/db/rule.ts';
import type { Actor } from '../../kernel/actor.ts';
import { hasAuthors } from './list.ts';
import { editableBy, ofStatus } from './policy.ts';
import type { RuledPost } from './policy.ts';
import type { PostStatus } from './post.ts';

/** How many posts somebody may edit: of each status that there are some of, and those that are theirs alone beside the trash. */
export interface PostCounts {
  readonly byStatus: ReadonlyMap<PostStatus, number>;
  readonly mine: number;
}

/** Statuses that lists of the newsroom show. */
const listed = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;

/** Counts the posts of a type that somebody may edit, in one query. */
export async function countByStatus(read: Reader, actor: Actor, type: string): Promise<PostCounts> {
  const rule: Rule<RuledPost> = editableBy(actor, type);
  const own = hasAuthors(type)
    ? sql<number>`sum(case when post.author_id = ${actor.id} then 1 else 0 end)`
    : sql<number>`0`;
  const rows = await read
    .selectFrom('post')
    .select(['post.status', sql<number>`count(*)`.as('total'), own.as('own')])
    .where('post.type', '=', type)
    .where(ofStatus(listed).sql())
    .where(rule.sql())
    .groupBy('post.status')
    .execute();
  const mine = rows.reduce(
    (sum, { status, own: count }) => (status === 'trash' ? sum : sum + Number(count)),
    0,
  );
  return { byStatus: new Map(rows.map(({ status, total }) => [status, Number(total)])), mine };
}
