import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Actor } from '../../kernel/permission.ts';
import { registeredTypes } from '../types/index.ts';
import { lockMs } from './lock-store.ts';
import { editableBy, mayNameAuthors, mayWrite } from './policy.ts';

/** A post that is not public yet, as lists of unfinished work show it. */
export interface UnfinishedPost {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly authorId: number;
  readonly authorName: string;
  /** Milliseconds since 1970: the time of publication of a scheduled post, else of the last change. */
  readonly at: number;
}

export interface EditedPost {
  readonly id: number;
  readonly title: string;
  readonly userId: number;
  readonly userName: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const editedTypes = () => registeredTypes().filter(({ isEdited, restBase }) => isEdited && restBase);

/** Posts that the actor may edit; the query chooses its index by other conditions. */
export function editableSql(actor: Actor): RawBuilder<boolean> {
  const rules = editedTypes()
    .filter(({ name }) => mayWrite(actor, name))
    .map(
      ({ name }) =>
        sql<boolean>`(cast(post.type as text) = ${sql.lit(name)} and ${editableBy(actor, name).sql({
          beside: ['status', 'author_id', 'type'],
        })})`,
    );
  return rules.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(rules, sql` or `)})`;
}

/** Whether the actor may edit posts of others, of any type. */
export const mayEditOthers = (actor: Actor): boolean =>
  editedTypes().some(({ name }) => mayNameAuthors(actor, name));

const withAuthor = (read: Reader) =>
  read
    .selectFrom('post')
    .leftJoin('user', 'user.id', 'post.author_id')
    .select(['post.id', 'post.title', 'post.status', 'post.author_id as authorId'])
    .select(sql<string>`coalesce("user".display_name, '')`.as('authorName'));

/** Scheduled posts that the actor may edit, the next one first. */
export function findScheduled(read: Reader, actor: Actor, limit: number): Promise<UnfinishedPost[]> {
  return withAuthor(read)
    .select('post.published_at as at')
    .where('post.status', '=', sql.lit('future'))
    .where(editableSql(actor))
    .orderBy('post.published_at')
    .orderBy('post.id')
    .limit(limit)
    .execute();
}

/** Drafts and pending posts, last changed first: the actor's own, and those of others if the actor may edit them. */
export async function findDrafts(
  read: Reader,
  actor: Actor,
  limit: number,
): Promise<{ readonly mine: UnfinishedPost[]; readonly others: UnfinishedPost[] | undefined }> {
  const newest = () =>
    withAuthor(read)
      .select('post.modified_at as at')
      // As in the indexes post_draft and post_own_draft.
      .where(sql<boolean>`post.status in ('draft', 'pending')`)
      .where(editableSql(actor))
      .orderBy('post.modified_at', 'desc')
      .orderBy('post.id', 'desc')
      .limit(limit);
  const mine = read.selectFrom(newest().where('post.author_id', '=', actor.id).as('mine')).selectAll();
  const seesOthers = mayEditOthers(actor);
  const others = () =>
    read
      .selectFrom(newest().where(sql<boolean>`cast(post.author_id as bigint) <> ${actor.id}`).as('others'))
      .selectAll();
  const rows = (await (seesOthers ? mine.unionAll(others()) : mine).execute()).toSorted(
    (a, b) => b.at - a.at || b.id - a.id,
  );
  return {
    mine: rows.filter(({ authorId }) => authorId === actor.id),
    others: seesOthers ? rows.filter(({ authorId }) => authorId !== actor.id) : undefined,
  };
}

/** Posts that users have open for editing (decision 072), among those that the actor may edit; the longest first. */
export function findEdited(
  read: Reader,
  actor: Actor,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<EditedPost[]> {
  return read
    .selectFrom('post_lock')
    .innerJoin('post', 'post.id', 'post_lock.post_id')
    .innerJoin('user', 'user.id', 'post_lock.user_id')
    .select(['post.id', 'post.title', 'post_lock.user_id as userId', 'post_lock.since'])
    .select('user.display_name as userName')
    .where('post_lock.seen_at', '>', now - lockMs)
    .where(editableSql(actor))
    .orderBy('post_lock.since')
    .orderBy('post.id')
    .limit(limit)
    .execute();
}
