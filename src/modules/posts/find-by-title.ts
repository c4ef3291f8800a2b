import type { Reader } from '../../kernel/db/open-database.ts';
import { fold } from '../../lib/fold.ts';
import { ofStatus } from './policy.ts';
import type { PostStatus } from './post.ts';

/** Posts whose titles are looked through, the last changed first, and most of them that are given. */
const mostTitles = 5000;
const mostFound = 500;

/**
 * Ids of posts of a type in these statuses with the text in their titles, folded as the search folds it, the last changed first: of drafts and of what is in
 * the trash, which no search index holds. `whole`: those whose title is the text and nothing else. Who may see them is for the caller to ask.
 */
export async function findByTitle(
  read: Reader,
  type: string,
  statuses: readonly PostStatus[],
  text: string,
): Promise<{ readonly whole: readonly number[]; readonly others: readonly number[] }> {
  const newest = await read
    .selectFrom('post')
    .select(['post.id', 'post.title'])
    .where('post.type', '=', type)
    .where(ofStatus(statuses).sql())
    .orderBy('post.modified_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(mostTitles)
    .execute();
  // Databases fold some letters, each other ones.
  const wanted = fold(text).trim();
  if (wanted === '') return { whole: [], others: [] };
  const found = newest
    .map(({ id, title }) => ({ id, title: fold(title).trim() }))
    .filter(({ title }) => title.includes(wanted));
  const idsOf = (isWhole: boolean) =>
    found
      .filter(({ title }) => (title === wanted) === isWhole)
      .slice(0, mostFound)
      .map(({ id }) => id);
  return { whole: idsOf(true), others: idsOf(false) };
}
