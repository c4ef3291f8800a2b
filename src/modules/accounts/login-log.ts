import { sql } from 'kysely';
import type { Database, Reader, Tx } from '../../kernel/db/open-database.ts';
import { noteChange } from '../../kernel/command.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import { findActor, operator } from '../users/index.ts';

/** Logs a log-in of a user with editing capabilities; readers' log-ins would crowd out changes. */
export async function noteLogin(tx: Tx, userId: number): Promise<void> {
  const actor = await findActor(tx.db, userId);
  if (!actor || !mayEditSomething(actor)) return;
  const summary = `"${actor.displayName}"`;
  await noteChange(tx, actor, { verb: 'login', kind: 'user', itemId: userId, summary });
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Days that counts are stored for, today included. */
export const failureDays = 30;
/** Addresses that are counted separately per day. */
const maxAddresses = 1000;
/** Entries of failed log-ins in the activity log: one an hour for an account, and this many a day. */
const maxEntries = 100;

export interface LoginFailure {
  /** Source of the attempt (`callerOf`). */
  readonly caller: string;
  /** Undefined: no such account. */
  readonly accountId: number | undefined;
}

/**
 * Counts a failed log-in by day and source. Never throws and need not be awaited: the reply must not depend on it, nor
 * its time on whether the account exists. Attempts that the throttle refuses are not counted.
 */
export async function noteLoginFailure(
  database: Pick<Database, 'writeDerived'>,
  failure: LoginFailure,
  now = Date.now(),
): Promise<void> {
  await database.writeDerived((tx) => storeFailure(tx, failure, now)).catch(() => undefined);
}

async function storeFailure(tx: Tx, { caller, accountId }: LoginFailure, now: number): Promise<void> {
  const day = Math.floor(now / dayMs);
  const ofDay = tx.db.selectFrom('login_failure').where('day', '=', day);
  const isKnown = await ofDay.select('address').where('address', '=', caller).executeTakeFirst();
  let address = caller;
  if (!isKnown) {
    await tx.db
      .deleteFrom('login_failure')
      .where((either) => either.or([either('day', '<=', day - failureDays), either('day', '>', day + 1)]))
      .execute();
    const { count } = await ofDay
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxAddresses) address = '';
  }
  await tx.db
    .insertInto('login_failure')
    .values({ day, address, count: 1, failed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['day', 'address']).doUpdateSet({
        count: sql`login_failure.count + 1`,
        failed_at: sql`excluded.failed_at`,
      }),
    )
    .execute();
  if (accountId !== undefined) await noteFailureOf(tx, accountId, now);
}

async function noteFailureOf(tx: Tx, accountId: number, now: number): Promise<void> {
  const account = await findActor(tx.db, accountId);
  if (!account || !mayEditSomething(account)) return;
  const earlier = await tx.db
    .selectFrom('activity')
    .select(['item_id', 'at'])
    .where('kind', '=', 'user')
    .where('verb', '=', 'login-failed')
    .where('at', '>', now - dayMs)
    .orderBy('id', 'desc')
    .limit(maxEntries)
    .execute();
  const isRecent = earlier.some(({ item_id: id, at }) => id === accountId && at > now - hourMs);
  if (isRecent || earlier.length >= maxEntries) return;
  const { from: _, ...nobody } = operator();
  await noteChange(
    tx,
    { ...nobody, displayName: '' },
    { verb: 'login-failed', kind: 'user', itemId: accountId, summary: `"${account.displayName}"` },
  );
}

export interface FailuresOfDay {
  /** Milliseconds of its beginning, UTC. */
  readonly day: number;
  readonly count: number;
}

export interface FailuresOfAddress {
  /** Empty: addresses beyond those counted separately. */
  readonly address: string;
  readonly count: number;
  /** Milliseconds of the last one. */
  readonly failedAt: number;
}

/** Failed log-ins of the last `days` days: by day, oldest first, and the addresses with the most. */
export async function listLoginFailures(
  read: Reader,
  { now, days, most }: { readonly now: number; readonly days: number; readonly most: number },
): Promise<{ readonly days: readonly FailuresOfDay[]; readonly addresses: readonly FailuresOfAddress[] }> {
  const first = Math.floor(now / dayMs) - days + 1;
  const recent = read.selectFrom('login_failure').where('day', '>=', first);
  const total = sql<number>`sum(count)`;
  const byDay = await recent
    .select(['day', total.as('count')])
    .groupBy('day')
    .execute();
  const counts = new Map(byDay.map((row) => [Number(row.day), Number(row.count)]));
  const addresses = await recent
    .select(['address', total.as('count'), sql<number>`max(failed_at)`.as('failed_at')])
    .groupBy('address')
    .orderBy('count', 'desc')
    .orderBy('address')
    .limit(most)
    .execute();
  return {
    days: Array.from({ length: days }, (_, at) => ({
      day: (first + at) * dayMs,
      count: counts.get(first + at) ?? 0,
    })),
    addresses: addresses.map(({ address, count, failed_at: failedAt }) => ({
      address,
      count: Number(count),
      failedAt: Number(failedAt),
    })),
  };
}
