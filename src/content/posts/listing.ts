import { sql } from 'kysely';
import type { Tx } from '../../db/open-database.ts';
import { findWithAncestors } from '../terms/reader.ts';
import { counterKey } from './list.ts';
import { isListed } from './policy.ts';
import type { PostStatus } from './post.ts';

/** Where a post stands in the lists: the terms it was given, those and their ancestors, and the counters that count it. */
export interface Listing {
  readonly listed: boolean;
  readonly type: string;
  readonly authorId: number;
  readonly publishedAt: number;
  readonly ownTermIds: readonly number[];
  readonly listTermIds: readonly number[];
}

/** Reads where a post stands now, before a change. */
export async function readListing(tx: Tx, postId: number): Promise<Listing | undefined> {
  const post = await tx.db.selectFrom('post').select(['type', 'status', 'password', 'author_id', 'published_at']).where('id', '=', postId).executeTakeFirst();
  if (!post) return undefined;
  const own = await tx.db.selectFrom('term_relationship').select('term_id').where('post_id', '=', postId).execute();
  const lists = await tx.db.selectFrom('post_term').select('term_id').where('post_id', '=', postId).execute();
  return {
    listed: isListed({ status: post.status as PostStatus, isProtected: post.password !== '' }),
    type: post.type, authorId: post.author_id, publishedAt: post.published_at, ownTermIds: own.map((row) => row.term_id), listTermIds: lists.map((row) => row.term_id),
  };
}

/** What the post should stand in after a change, from its row and terms. */
async function wantedListing(tx: Tx, postId: number): Promise<Listing | undefined> {
  const now = await readListing(tx, postId);
  if (!now?.listed) return now && { ...now, listTermIds: [] };
  return { ...now, listTermIds: now.ownTermIds.length === 0 ? [] : (await findWithAncestors(tx.db, now.ownTermIds)).map(({ id }) => id) };
}

/** Brings listing rows and counters to what post and terms say now, and emits the lists that changed. `before` is undefined for a new post. */
export async function relist(tx: Tx, postId: number, before: Listing | undefined): Promise<void> {
  const after = await wantedListing(tx, postId);
  const moved = before?.publishedAt !== after?.publishedAt || before?.type !== after?.type;
  const had = new Set(before?.listTermIds);
  const has = new Set(after?.listTermIds);
  const gone = [...had].filter((id) => moved || !has.has(id));
  const come = [...has].filter((id) => moved || !had.has(id));
  if (gone.length > 0) await tx.db.deleteFrom('post_term').where('post_id', '=', postId).where('term_id', 'in', gone).execute();
  if (after && come.length > 0) {
    await tx.db.insertInto('post_term').values(come.map((id) => ({ term_id: id, post_type: after.type, published_at: after.publishedAt, post_id: postId }))).execute();
  }
  await count(tx, before, after);
  emitLists(tx, before, after);
}

/** Counter changes between two states, written in key order so that two transactions never wait for each other crosswise. */
async function count(tx: Tx, before: Listing | undefined, after: Listing | undefined): Promise<void> {
  const delta = new Map<string, number>();
  const terms = new Map<number, number>();
  for (const [state, step] of [[before, -1], [after, 1]] as const) {
    if (!state?.listed) continue;
    const { type, authorId } = state;
    for (const key of [counterKey({ type }), counterKey({ type, authorId }), ...state.listTermIds.map((termId) => counterKey({ type, termId }))]) {
      delta.set(key, (delta.get(key) ?? 0) + step);
    }
    for (const id of state.ownTermIds) terms.set(id, (terms.get(id) ?? 0) + step);
  }
  const changed = [...delta].filter(([, value]) => value !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (changed.length > 0) {
    await tx.db.insertInto('counter').values(changed.map(([key, value]) => ({ key, value })))
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`counter.value + excluded.value` })).execute();
  }
  for (const [id, value] of [...terms].filter(([, step]) => step !== 0).toSorted(([a], [b]) => a - b)) {
    await tx.db.updateTable('term').set((eb) => ({ count: eb('count', '+', value) })).where('id', '=', id).execute();
  }
}

function emitLists(tx: Tx, before: Listing | undefined, after: Listing | undefined): void {
  const left = before?.listed && !after?.listed;
  for (const state of [before, after]) {
    if (!state?.listed) continue;
    const urgency = left ? 'remove' : 'change';
    tx.emit(`list:${state.type}`, urgency);
    tx.emit(`list:author:${state.authorId}`, urgency);
    for (const id of state.listTermIds) tx.emit(`list:term:${id}`, urgency);
  }
}

/** Rebuilds the listing of many posts, after their terms changed above them. */
export async function relistPosts(tx: Tx, postIds: readonly number[]): Promise<void> {
  for (const id of postIds) {
    const before = await readListing(tx, id);
    if (before) await relist(tx, id, before);
  }
}
