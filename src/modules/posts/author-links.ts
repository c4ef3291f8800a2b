import type { Reader } from '../../kernel/db/open-database.ts';
import { permalinks } from '../settings/permalinks.ts';
import type { PermalinkStructure } from '../settings/permalinks.ts';
import type { User } from '../../kernel/actor.ts';
import { authors } from '../users/visible-users.ts';
import type { AuthorLink, CardLink } from './card.ts';
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
  for (const id of await findThoseWithPages(
    read,
    posts.flatMap(({ authorIds }) => authorIds).filter((one) => !found.has(one)),
  ))
    found.add(id);
  return found;
}

/** Those of these people who have a page. One query. */
export async function findThoseWithPages(read: Reader, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  return (
    await read
      .selectFrom('user')
      .select('id')
      .where('id', 'in', [...new Set(userIds)])
      .where(authors.sql())
      .execute()
  ).map(({ id }) => id);
}

/** Those of the byline who are known, in its order. */
export function authorLinks(
  ids: readonly number[],
  users: ReadonlyMap<number, User>,
  structure: PermalinkStructure,
  withPages: ReadonlySet<number>,
): AuthorLink[] {
  return ids
    .map((id) => users.get(id))
    .filter((author) => author !== undefined)
    .map((author) =>
      withPages.has(author.id)
        ? authorLink(author, structure)
        : { id: author.id, name: author.displayName, url: undefined },
    );
}
