import type { Reader } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { visibleTo } from './policy.ts';
import type { Post } from './post.ts';
import { summaryColumns, toPost, wholeParts } from './reader.ts';

/** Posts by id, whole, that somebody (undefined: a visitor) may see in lists; others are missing. One query. */
export async function findVisiblePosts(
  read: Reader,
  ids: readonly number[],
  actor?: Actor,
): Promise<Map<number, Post>> {
  if (ids.length === 0) return new Map();
  const rows = await read
    .selectFrom('post')
    .leftJoin('post as owner', 'owner.id', 'post.parent_id')
    .select([
      ...summaryColumns.map((column) => `post.${column}` as const),
      'post.content',
      'owner.type as owner_type',
      'owner.status as owner_status',
      'owner.password as owner_password',
    ])
    .select(wholeParts)
    .where('post.id', 'in', ids)
    .execute();
  const found = new Map<number, Post>();
  for (const row of rows) {
    const post = toPost(row);
    const owner =
      row.owner_status === null || row.owner_type === null
        ? undefined
        : { type: row.owner_type, status: row.owner_status, isProtected: row.owner_password !== '' };
    if (visibleTo(actor, post.type).test({ ...post, owner })) found.set(post.id, post);
  }
  return found;
}
