import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { counterKey, permalinks, articleType } from '../types/index.ts';
import type { PermalinkStructure } from '../types/index.ts';
import { isPublicSql, isListed } from './policy.ts';
import type { User } from '../../kernel/permission.ts';
import { authors } from '../users/index.ts';
import type { Post, AuthorLink, CardLink } from './model.ts';

/** Whether somebody wrote any post, whatever its status. */
export async function wroteAny(read: Reader, userId: number): Promise<boolean> {
  return (
    (await read
      .selectFrom('post')
      .select('id')
      .where('author_id', '=', userId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/**
 * Whether readers may have met somebody's name: they may open a post of theirs, or a byline says it. Files that hang on posts (`inherit`) are no such posts:
 * they give nobody an address, and somebody's portrait is one.
 */
export async function isNamedByPosts(read: Reader, userId: number): Promise<boolean> {
  const published = read
    .selectFrom('post')
    .select('id')
    .where('author_id', '=', userId)
    .where(isPublicSql())
    .limit(1);
  if (await published.executeTakeFirst()) return true;
  return (
    (await read
      .selectFrom('byline')
      .select('post_id')
      .where('user_id', '=', userId)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** Of posts that others wrote: what somebody saved stays and is nobody's, what they were typing goes, as do their bylines and counters. */
export async function forgetAuthor(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('byline').where('user_id', '=', userId).execute();
  // ';' follows ':': the range holds the counters `author:{userId}:{type}` of every type.
  await tx.db
    .deleteFrom('counter')
    .where('key', '>=', `author:${userId}:`)
    .where('key', '<', `author:${userId};`)
    .execute();
  await tx.db.deleteFrom('revision').where('author_id', '=', userId).where('kind', '=', 'autosave').execute();
  await tx.db.updateTable('revision').set({ author_id: 0 }).where('author_id', '=', userId).execute();
}

/** Gives all posts of one user to another, with their places in bylines, lists and counters; a few statements, however many posts there are. */
export async function reassignPosts(tx: Tx, from: number, to: number): Promise<void> {
  // Posts that both wrote name the heir once.
  const both = [
    ...(await tx.db
      .deleteFrom('byline')
      .where('user_id', '=', from)
      .where((eb) =>
        eb.or([
          eb.exists(
            eb
              .selectFrom('post')
              .select('post.id')
              .whereRef('post.id', '=', 'byline.post_id')
              .where('post.author_id', '=', to),
          ),
          eb.exists(
            eb
              .selectFrom('byline as other')
              .select('other.post_id')
              .whereRef('other.post_id', '=', 'byline.post_id')
              .where('other.user_id', '=', to),
          ),
        ]),
      )
      .returning(['post_type', 'listed'])
      .execute()),
    ...(await tx.db
      .deleteFrom('byline')
      .where('user_id', '=', to)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('post')
            .select('post.id')
            .whereRef('post.id', '=', 'byline.post_id')
            .where('post.author_id', '=', from),
        ),
      )
      .returning(['post_type', 'listed'])
      .execute()),
  ].filter(({ listed }) => listed === 1);
  await tx.db.updateTable('byline').set({ user_id: to }).where('user_id', '=', from).execute();
  await tx.db
    .updateTable('post')
    .set((eb) => ({ author_id: to, revision: eb('revision', '+', 1) }))
    .where('author_id', '=', from)
    .execute();
  // What the other was typing is not what the heir types: it stays beside the post as a revision, though the post never was so.
  await tx.db
    .updateTable('revision')
    .set({ kind: 'revision', post_revision: 0 })
    .where('author_id', '=', from)
    .where('kind', '=', 'autosave')
    .execute();
  await tx.db.updateTable('revision').set({ author_id: to }).where('author_id', '=', from).execute();
  const counters = tx.db
    .selectFrom('counter')
    .select(['key', 'value'])
    .where('key', '>=', `author:${from}:`)
    .where('key', '<', `author:${from};`)
    .orderBy('key');
  for (const { key, value: counted } of await counters.execute()) {
    const type = key.split(':')[2] ?? '';
    const value = counted - both.filter((byline) => byline.post_type === type).length;
    await tx.db
      .insertInto('counter')
      .values({ key: counterKey({ type, authorId: to }), value })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({ value: eb('counter.value', '+', value) })),
      )
      .execute();
    await tx.db.deleteFrom('counter').where('key', '=', key).execute();
    tx.emit(`list:${type}`); // lists say who wrote what they list
  }
  tx.emit(`list:author:${from}`, 'remove');
  tx.emit(`list:author:${to}`);
}

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
