import type { Reader } from '../../db/open-database.ts';
import { permalinks } from '../permalinks.ts';
import type { PermalinkStructure } from '../permalinks.ts';
import type { User } from '../users/user.ts';
import type { AuthorLink, CardLink } from './card.ts';
import { counterKey } from './list.ts';
import { isListed } from './policy.ts';
import type { Post } from './post.ts';
import { articleType } from '../types/names.ts';

/** Somebody who has a page. */
export function authorLink(author: User, structure: PermalinkStructure): CardLink {
  return { id: author.id, name: author.displayName, url: permalinks(structure).author(author) };
}

/** What decides whether the authors of a post have pages. */
type Written = Pick<Post, 'type' | 'status' | 'isProtected' | 'authorIds'>;

/** Whether a post alone gives its authors their pages, which list articles: where it does not, another one may (`list:author:ID` is the tag to watch). */
export function makesAuthorPages(post: Omit<Written, 'authorIds'>): boolean {
  return post.type === articleType && isListed(post);
}

/** Those of the authors of these posts who have a page. Asks only about posts that are no public articles. */
export async function findAuthorsWithPages(read: Reader, posts: readonly Written[]): Promise<Set<number>> {
  const found = new Set(posts.filter(makesAuthorPages).flatMap(({ authorIds }) => authorIds));
  for (const id of await findThoseWithPages(read, posts.flatMap(({ authorIds }) => authorIds).filter((one) => !found.has(one)))) found.add(id);
  return found;
}

/** Those of these people who have a page. One query. */
export async function findThoseWithPages(read: Reader, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const ids = new Map(userIds.map((id) => [counterKey({ authorId: id }), id]));
  const rows = await read.selectFrom('counter').select('key').where('key', 'in', [...ids.keys()]).where('value', '>', 0).execute();
  return rows.map(({ key }) => ids.get(key) ?? 0);
}

/** Those of the byline who are known, in its order. */
export function authorLinks(
  ids: readonly number[], users: ReadonlyMap<number, User>, structure: PermalinkStructure, withPages: ReadonlySet<number>,
): AuthorLink[] {
  return ids.map((id) => users.get(id)).filter((author) => author !== undefined)
    .map((author) => (withPages.has(author.id) ? authorLink(author, structure) : { id: author.id, name: author.displayName, url: undefined }));
}
