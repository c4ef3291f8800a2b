import { sql } from 'kysely';
import type { Reader } from '../../db/open-database.ts';
import { ofStatus } from './policy.ts';
import type { PostStatus } from './post.ts';

/** Posts whose titles are looked through, the last changed first, and most of them that are given. */
const mostTitles = 5000;
const mostFound = 500;

/**
 * Ids of posts of a type in these statuses with the text in their titles, in whatever case, the last changed first: of drafts and of what is in the trash,
 * which no search index holds. Who may see them is for the caller to ask.
 */
export async function findByTitle(read: Reader, type: string, statuses: readonly PostStatus[], text: string): Promise<readonly number[]> {
  const newest = read.selectFrom('post').select(['post.id', 'post.title', 'post.modified_at']).where('post.type', '=', type).where(ofStatus(statuses).sql())
    .orderBy('post.modified_at', 'desc').orderBy('post.id', 'desc').limit(mostTitles).as('newest');
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '')}%`;
  const rows = await read.selectFrom(newest).select('newest.id').where(sql<string>`lower(newest.title)`, 'like', pattern)
    .orderBy('newest.modified_at', 'desc').orderBy('newest.id', 'desc').limit(mostFound).execute();
  return rows.map(({ id }) => id);
}
