import { counterKey, postTypeNamed, registeredTaxonomies } from '../types/index.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/open-database.ts';
import { dayCounterKey } from './list.ts';
import { isEnlisted } from './policy.ts';

/** The state that decides which lists contain a post: its row, byline and assigned terms. */
export interface Standing {
  readonly listed: boolean;
  readonly type: string;
  /** Without duplicates; the first is `post.author_id`. */
  readonly authorIds: readonly number[];
  readonly publishedAt: number;
  /** Without duplicates, in the order of assignment. */
  readonly ownTermIds: readonly number[];
}

export interface Listing extends Standing {
  readonly listTermIds: readonly number[];
}

export async function readPlaces(
  tx: Tx,
  postId: number,
  authorId: number,
): Promise<Pick<Listing, 'ownTermIds' | 'listTermIds' | 'authorIds'>> {
  const { rows } = await sql<{ part: 'own' | 'list' | 'byline'; id: number; position: number }>`
    select 'own' as part, term_id as id, position from term_relationship where post_id = ${postId}
    union all select 'list', term_id, 0 from post_term where post_id = ${postId}
    union all select 'byline', user_id, position from byline where post_id = ${postId}`.execute(tx.db);
  const idsOf = (part: 'own' | 'list' | 'byline') =>
    rows
      .filter((row) => row.part === part)
      .toSorted((a, b) => a.position - b.position)
      .map(({ id }) => id);
  return { ownTermIds: idsOf('own'), listTermIds: idsOf('list'), authorIds: [authorId, ...idsOf('byline')] };
}

export async function readListing(tx: Tx, postId: number): Promise<Listing | undefined> {
  const post = await tx.db
    .selectFrom('post')
    .select(['type', 'status', 'password', 'author_id', 'published_at'])
    .where('id', '=', postId)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!post) return undefined;
  const listed = isEnlisted(post);
  return {
    listed,
    type: post.type,
    publishedAt: post.published_at,
    ...(await readPlaces(tx, postId, post.author_id)),
  };
}

/** Private taxonomies (used only in the newsroom) have no lists. */
const ofPrivate = () =>
  registeredTaxonomies()
    .filter(({ isPrivate }) => isPrivate)
    .map(({ name }) => sql.lit(name));

/** Ids of terms and their ancestors that have lists. Broken chains and cycles end where they occur. */
const chainSql = (termIds: readonly number[]) => sql`
  with recursive chain(id, parent_id) as (
    select id, parent_id from term where id in (${sql.join(termIds)}) and taxonomy not in (${sql.join(ofPrivate())})
    union select term.id, term.parent_id from term join chain on term.id = chain.parent_id
  )`;

export async function enlist(tx: Tx, postId: number, now: Standing): Promise<void> {
  await writeByline(tx, postId, now);
  if (!now.listed) return;
  let listTermIds: number[] = [];
  if (now.ownTermIds.length > 0) {
    // The inserted rows return the terms, which saves a round trip.
    const { rows } = await sql<{ term_id: number }>`
      insert into post_term (term_id, post_type, published_at, post_id) ${chainSql(now.ownTermIds)}
      select id, cast(${now.type} as text), cast(${now.publishedAt} as bigint), cast(${postId} as bigint) from chain returning term_id`.execute(
      tx.db,
    );
    listTermIds = rows.map((row) => row.term_id);
  }
  await moveCounts(tx, undefined, { ...now, listTermIds });
}

/** Updates list rows and counters from `before` to `now` (undefined when the post is deleted) and invalidates the changed lists. */
export async function relist(
  tx: Tx,
  postId: number,
  before: Listing,
  now: Standing | undefined,
): Promise<void> {
  const after = now && { ...now, listTermIds: await listTermsOf(tx, now) };
  const moved = before.publishedAt !== after?.publishedAt || before.type !== after.type;
  const had = new Set(before.listTermIds);
  const has = new Set(after?.listTermIds);
  const removed = [...had].filter((id) => moved || !has.has(id));
  const added = [...has].filter((id) => moved || !had.has(id));
  if (removed.length > 0)
    await tx.db
      .deleteFrom('post_term')
      .where('post_id', '=', postId)
      .where('term_id', 'in', removed)
      .execute();
  if (after && added.length > 0) {
    await tx.db
      .insertInto('post_term')
      .values(
        added.map((id) => ({
          term_id: id,
          post_type: after.type,
          published_at: after.publishedAt,
          post_id: postId,
        })),
      )
      .execute();
  }
  if (moved || before.listed !== after?.listed || before.authorIds.join() !== after?.authorIds.join()) {
    if (before.authorIds.length > 1) await tx.db.deleteFrom('byline').where('post_id', '=', postId).execute();
    if (after) await writeByline(tx, postId, after);
  }
  await moveCounts(tx, before, after);
}

async function writeByline(
  tx: Tx,
  postId: number,
  { authorIds, type, publishedAt, listed }: Standing,
): Promise<void> {
  const rows = authorIds
    .map(
      (userId, position) =>
        ({
          post_id: postId,
          user_id: userId,
          position,
          post_type: type,
          published_at: publishedAt,
          listed: listed ? 1 : 0,
        }) as const,
    )
    .slice(1);
  if (rows.length > 0) await tx.db.insertInto('byline').values(rows).execute();
}

async function listTermsOf(tx: Tx, { listed, ownTermIds }: Standing): Promise<number[]> {
  if (!listed || ownTermIds.length === 0) return [];
  const { rows } = await sql<{ id: number }>`${chainSql(ownTermIds)} select id from chain`.execute(tx.db);
  return rows.map((row) => row.id);
}

async function moveCounts(tx: Tx, before: Listing | undefined, after: Listing | undefined): Promise<void> {
  await count(tx, before, after);
  emitLists(tx, before, after);
}

/** Applies the difference of two states to the counters, in key order to prevent deadlocks between transactions. */
async function count(tx: Tx, before: Listing | undefined, after: Listing | undefined): Promise<void> {
  const delta = new Map<string, number>();
  const terms = new Map<number, number>();
  for (const [state, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!state?.listed) continue;
    const { type } = state;
    for (const key of [
      counterKey({ type }),
      dayCounterKey(type, state.publishedAt),
      ...state.authorIds.map((authorId) => counterKey({ type, authorId })),
      ...state.listTermIds.map((termId) => counterKey({ type, termId })),
    ]) {
      delta.set(key, (delta.get(key) ?? 0) + step);
    }
    for (const id of state.ownTermIds) terms.set(id, (terms.get(id) ?? 0) + step);
  }
  const changed = [...delta].filter(([, value]) => value !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (changed.length > 0) {
    await tx.db
      .insertInto('counter')
      .values(changed.map(([key, value]) => ({ key, value })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: sql`counter.value + excluded.value` }),
      )
      .execute();
  }
  // A post has a term or not, so each step is 1 or -1.
  for (const step of new Set(terms.values())) {
    if (step === 0) continue;
    const ids = [...terms]
      .filter(([, value]) => value === step)
      .map(([id]) => id)
      .toSorted((a, b) => a - b);
    const counted = await tx.db
      .updateTable('term')
      .set((eb) => ({ count: eb('count', '+', step) }))
      .where('id', 'in', ids)
      .returning(['taxonomy', 'count'])
      .execute();
    // Term lists omit empty terms, so a term's first post adds it and its last one removes it.
    const edge = Math.max(0, step);
    for (const taxonomy of new Set(
      counted.filter(({ count: now }) => now === edge).map((term) => term.taxonomy),
    ))
      tx.emit(`terms:${taxonomy}`);
  }
}

function emitLists(tx: Tx, before: Listing | undefined, after: Listing | undefined): void {
  const left = before?.listed && !after?.listed;
  for (const state of [before, after]) {
    if (!state?.listed) continue;
    const urgency = left ? 'remove' : 'change';
    tx.emit(`list:${state.type}`, urgency);
    if (!postTypeNamed(state.type).isPublic) continue; // not in any list of an author or term
    for (const id of state.authorIds) tx.emit(`list:author:${id}`, urgency);
    for (const id of state.listTermIds) tx.emit(`list:term:${id}`, urgency);
  }
}

export async function relistPosts(tx: Tx, postIds: readonly number[]): Promise<void> {
  for (const id of postIds) {
    const before = await readListing(tx, id);
    if (before) await relist(tx, id, before, before);
  }
}

export async function giveTerm(tx: Tx, postId: number, termId: number): Promise<void> {
  const before = await readListing(tx, postId);
  if (!before || before.ownTermIds.includes(termId)) return;
  const last = await tx.db
    .selectFrom('term_relationship')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('post_id', '=', postId)
    .executeTakeFirst();
  await tx.db
    .insertInto('term_relationship')
    .values({ post_id: postId, term_id: termId, position: Number(last?.position ?? -1) + 1 })
    .execute();
  await relist(tx, postId, before, { ...before, ownTermIds: [...before.ownTermIds, termId] });
}
