import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { announcementTtlMs, sendsItself } from './push.ts';
import type { PushTarget } from './subscriptions.ts';
import { detailKeys } from '../posts/index.ts';
import { readSettings } from '../settings/index.ts';
import { lastNumber } from './subscriptions.ts';
import { postTypeNamed } from '../types/index.ts';

/** Milliseconds until a claim lapses: longer than sending any share takes. Then another process takes over a killed one's share. */
export const leaseMs = 120_000;
const shareSize = 50;
const firstPauseMs = 30_000;
export const maxPauseMs = 6 * 3_600_000;
/** Milliseconds of failed deliveries after which a subscription is removed. */
export const patienceMs = 30 * 24 * 3_600_000;

export interface Push {
  readonly subscriptionId: number;
  readonly target: PushTarget;
  /** Negative: a message written by hand. */
  readonly postId: number;
  /** 0: an article. */
  readonly noteId: number;
  readonly number: number;
  readonly remainingMs: number;
  readonly attempts: number;
  readonly failingSince: number;
}

export interface Share {
  readonly claim: string;
  readonly pushes: readonly Push[];
}

/**
 * Outcome of a push. `gone`: the subscription ended. `refused`: this message can never be delivered. `dropped`: there
 * is nothing to send any more. `later`: retry after `pauseMs` or more; `tried` is false if no request was made.
 */
export type PushOutcome =
  | { readonly kind: 'delivered' | 'gone' | 'refused' | 'dropped' }
  | { readonly kind: 'later'; readonly pauseMs: number; readonly tried: boolean };

/** Claims the next subscribers to notify; undefined if no subscriber is due. Each is claimed by one process only. */
export async function claimShare(
  database: Pick<Database, 'read' | 'writeDerived'>,
  siteUrl: string,
  now: number,
): Promise<Share | undefined> {
  for (;;) {
    const newest = await database.read
      .selectFrom('push_message')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    // Checked without a transaction first: usually nothing is due.
    if (!newest || !(await dueQuery(database.read, newest.number, siteUrl, now).limit(1).executeTakeFirst()))
      return undefined;
    const share = await database.writeDerived((tx) => claimNext(tx, newest.number, siteUrl, now));
    if (share !== 'all too late') return share;
  }
}

/** Due subscribers; a due time beyond the longest pause means that the clock was set back. */
const dueQuery = (read: Reader, newest: number, siteUrl: string, now: number) =>
  read
    .selectFrom('push_subscription')
    .selectAll()
    .where('told', '<', newest)
    .where(sql<boolean>`(due_at <= ${now} or due_at > ${now + maxPauseMs})`)
    .where('site_url', '=', siteUrl);

/** Time (ms since epoch) of the next notification or lease expiry, or undefined when the queue is empty. */
export async function nextShareAt(read: Reader, siteUrl: string): Promise<number | undefined> {
  const newest = await read
    .selectFrom('push_message')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return undefined;
  return (
    await read
      .selectFrom('push_subscription')
      .select('due_at')
      .where('told', '<', newest.number)
      .where('site_url', '=', siteUrl)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
  )?.due_at;
}

async function claimNext(
  tx: Tx,
  newest: number,
  siteUrl: string,
  now: number,
): Promise<Share | 'all too late' | undefined> {
  const rows = await dueQuery(tx.db, newest, siteUrl, now)
    .orderBy('told')
    .orderBy('due_at')
    .limit(shareSize)
    .$if(tx.dialect.rowLocks, (query) => query.forUpdate().skipLocked())
    .execute();
  const [first] = rows;
  if (!first) return undefined; // another process has claimed them
  const messages = await tx.db
    .selectFrom('push_message')
    .selectAll()
    .where('number', '>', first.told)
    .where('created_at', '>', now - announcementTtlMs)
    .orderBy('number')
    .execute();
  const pushes: Push[] = [];
  const late: number[] = [];
  for (const { id, endpoint, p256dh, auth, told: lastSent, attempts, failing_since: failingSince } of rows) {
    const message = messages.find(({ number }) => number > lastSent);
    if (!message) late.push(id);
    else {
      pushes.push({
        subscriptionId: id,
        target: { endpoint, keys: { p256dh, auth } },
        postId: message.post_id,
        noteId: message.note_id,
        number: message.number,
        remainingMs: Math.min(announcementTtlMs, message.created_at + announcementTtlMs - now),
        attempts,
        failingSince,
      });
    }
  }
  if (late.length > 0)
    await tx.db
      .updateTable('push_subscription')
      .set({ told: newest, due_at: 0, claim: '' })
      .where('id', 'in', late)
      .execute();
  if (pushes.length === 0) return 'all too late';
  const claim = randomUUID();
  await tx.db
    .updateTable('push_subscription')
    .set({ claim, due_at: now + leaseMs })
    .where(
      'id',
      'in',
      pushes.map(({ subscriptionId }) => subscriptionId),
    )
    .execute();
  return { claim, pushes };
}

/** Stores the outcomes of a share, except for subscribers that another process has claimed since. A month of failures ends a subscription. */
export async function settleShare(
  tx: Tx,
  { claim }: Pick<Share, 'claim'>,
  results: readonly { readonly push: Push; readonly outcome: PushOutcome }[],
  now: number,
): Promise<void> {
  const rows = (some: readonly { readonly push: Push }[]) =>
    tx.db
      .updateTable('push_subscription')
      .where('claim', '=', claim)
      .where(
        'id',
        'in',
        some.map(({ push }) => push.subscriptionId),
      );
  const delivered = Map.groupBy(
    results.filter(({ outcome }) => outcome.kind === 'delivered'),
    ({ push }) => push.number,
  );
  for (const [number, some] of delivered)
    await rows(some)
      .set({ told: number, claim: '', due_at: 0, attempts: 0, failing_since: 0, delivered_at: now })
      .execute();
  for (const result of results) {
    const { push, outcome } = result;
    if (outcome.kind === 'delivered') continue;
    const failingSince = push.failingSince || now;
    const isFailure = outcome.kind === 'refused' || (outcome.kind === 'later' && outcome.tried);
    const failure = isFailure
      ? { attempts: push.attempts + 1, failing_since: failingSince, failed_at: now }
      : {};
    if (outcome.kind === 'gone' || (isFailure && now - failingSince > patienceMs))
      await tx.db
        .deleteFrom('push_subscription')
        .where('claim', '=', claim)
        .where('id', '=', push.subscriptionId)
        .execute();
    else if (outcome.kind === 'later')
      await rows([result])
        .set({ ...failure, claim: '', due_at: now + pauseOf(outcome, push.attempts) })
        .execute();
    else
      await rows([result])
        .set({ ...failure, claim: '', due_at: 0, told: push.number })
        .execute();
  }
  await countOutcomes(tx, results);
}

/** Counts deliveries and failures per message, in the order of their numbers, so that two processes never deadlock. */
async function countOutcomes(
  tx: Tx,
  results: readonly { readonly push: Push; readonly outcome: PushOutcome }[],
): Promise<void> {
  const byNumber = [...Map.groupBy(results, ({ push }) => push.number)].toSorted(([a], [b]) => a - b);
  for (const [number, some] of byNumber) {
    const delivered = some.filter(({ outcome }) => outcome.kind === 'delivered').length;
    const failed = some.filter(({ outcome }) => outcome.kind === 'refused' || outcome.kind === 'gone').length;
    if (delivered + failed === 0) continue;
    await tx.db
      .updateTable('push_message')
      .set((set) => ({
        delivered_count: set('delivered_count', '+', delivered),
        failed_count: set('failed_count', '+', failed),
      }))
      .where('number', '=', number)
      .execute();
  }
}

/** Pauses double, and are never shorter than the push service asks for. */
function pauseOf(
  { pauseMs, tried }: { readonly pauseMs: number; readonly tried: boolean },
  attempts: number,
): number {
  return Math.min(maxPauseMs, Math.max(pauseMs, tried ? firstPauseMs * 2 ** Math.min(attempts, 20) : 0));
}

/**
 * Enqueues the announcement of a newly published article in the publishing transaction: once, and not if it is
 * backdated or its author turned push off. Other post types are never announced.
 */
export async function announcePost(
  tx: Tx,
  { id, type, publishedAt }: { readonly id: number; readonly type: string; readonly publishedAt: number },
): Promise<void> {
  const now = Date.now();
  if (!postTypeNamed(type).isArticle || publishedAt < now - announcementTtlMs) return;
  // Most sites have no subscribers and return here.
  if (!(await tx.db.selectFrom('push_subscription').select('id').limit(1).executeTakeFirst())) return;
  if (await isQuiet(tx, id)) return;
  if (!sendsItself((await readSettings(tx.db)).settings)) return;
  await enqueueMessage(tx, { postId: id, createdAt: now });
}

/** Assigns the next number to a message, and wakes the queue. An article is announced once. */
export async function enqueueMessage(
  tx: Tx,
  { postId = 0, noteId = 0, createdAt }: { postId?: number; noteId?: number; createdAt: number },
): Promise<void> {
  await tx.dialect.lockName('push message')?.execute(tx.db);
  await tx.db
    .insertInto('push_message')
    .values({
      // Unique; negative for notes, so that servers of the previous version can still write during an upgrade.
      post_id: noteId > 0 ? -noteId : postId,
      note_id: noteId,
      created_at: createdAt,
      number: (await lastNumber(tx.db)) + 1,
    })
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute();
  tx.emit('jobs:push');
}

async function isQuiet(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('post_meta')
    .select('value')
    .where('post_id', '=', id)
    .where('key', '=', detailKeys.pushOff)
    .executeTakeFirst();
  return row?.value === '1';
}
