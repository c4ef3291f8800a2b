import type { Reader, Tx } from '../../kernel/db/open-database.ts';
import { counterKey, permalinks, articleType } from '../types/index.ts';
import type { PermalinkStructure } from '../types/index.ts';
import { isPublicSql, isListed } from './policy.ts';
import type { User } from '../../kernel/permission.ts';
import { authors } from '../users/index.ts';
import type { Post, AuthorLink, CardLink } from './model.ts';

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
 * Whether visitors can know a user's name: from a public post or a byline. Attachments (`inherit`) don't count, since
 * they create no author page and a portrait is one of them.
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

/** For posts by other users: keeps the user's revisions without an author and deletes their autosaves, bylines and counters. */
export async function forgetAuthor(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('byline').where('user_id', '=', userId).execute();
  // ';' follows ':' in the collation, so the range covers `author:{userId}:{type}` of every type.
  await tx.db
    .deleteFrom('counter')
    .where('key', '>=', `author:${userId}:`)
    .where('key', '<', `author:${userId};`)
    .execute();
  await tx.db.deleteFrom('revision').where('author_id', '=', userId).where('kind', '=', 'autosave').execute();
  await tx.db.updateTable('revision').set({ author_id: 0 }).where('author_id', '=', userId).execute();
}

export async function reassignPosts(tx: Tx, from: number, to: number): Promise<void> {
  // A post that names both users keeps one byline.
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
  // An autosave of the previous author must not become the heir's draft, so it is stored as a revision.
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
    tx.emit(`list:${type}`); // lists show author names
  }
  tx.emit(`list:author:${from}`, 'remove');
  tx.emit(`list:author:${to}`);
}

export function authorLink(author: User, structure: PermalinkStructure): CardLink {
  return { id: author.id, name: author.displayName, url: permalinks(structure).author(author) };
}

type Written = Pick<Post, 'type' | 'status' | 'isProtected' | 'authorIds'>;

/** Whether this post alone gives its authors a page. If not, another post may; `list:author:ID` is the tag to depend on. */
export function makesAuthorPages(post: Omit<Written, 'authorIds'>): boolean {
  return post.type === articleType && isListed(post);
}

export async function findAuthorsWithPages(read: Reader, posts: readonly Written[]): Promise<Set<number>> {
  const found = new Set(posts.filter(makesAuthorPages).flatMap(({ authorIds }) => authorIds));
  for (const id of await findThoseWithPages(
    read,
    posts.flatMap(({ authorIds }) => authorIds).filter((one) => !found.has(one)),
  ))
    found.add(id);
  return found;
}

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
