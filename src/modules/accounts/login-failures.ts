import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/open-database.ts';

const dayMs = 86_400_000;
/** Days that counts are stored for, today included. */
const storedDays = 30;
/** Addresses that are counted separately per day. */
const maxAddresses = 1000;

/** Deletes counts of past months, and of days ahead of the clock. */
export async function forgetLoginFailures(tx: Tx, now: number): Promise<void> {
  const day = Math.floor(now / dayMs);
  await tx.db
    .deleteFrom('login_failure')
    .where((either) => either.or([either('day', '<=', day - storedDays), either('day', '>', day + 1)]))
    .execute();
}

/** Counts a failed log-in by day and source (`callerOf`). */
export async function addLoginFailure(tx: Tx, caller: string, now: number): Promise<void> {
  const day = Math.floor(now / dayMs);
  const ofDay = tx.db.selectFrom('login_failure').where('day', '=', day);
  const isKnown = await ofDay.select('address').where('address', '=', caller).executeTakeFirst();
  let address = caller;
  if (!isKnown) {
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
