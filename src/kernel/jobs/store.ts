import { sql } from 'kysely';
import type { Tx, Reader } from '../db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import { aheadOf } from './model.ts';
import type { JobKind } from './model.ts';

/** How long a job that failed for good is kept for somebody to look at, in milliseconds. */
export const failedKeptMs = 90 * 24 * 3_600_000;

/** A job to be done. */
export interface NewJob<Payload> {
  /** Names it among those of its kind: one that is there already begins anew, with this payload. */
  readonly key: string;
  readonly payload: Payload;
  /** Of those that came at one time the lowest goes first, then the one that came first; default 0. */
  readonly priority?: number;
}

/**
 * Has jobs done as soon as this transaction has committed, by whichever process serves; what is being done under one of these keys is done anew, and its
 * outcome dropped. `at`: milliseconds. Throws a RangeError where that is further ahead than jobs of the kind may be due: it would be taken for the work of a
 * clock that was set back, and done at once.
 */
export async function enqueueJobs<Payload>(
  tx: Tx,
  type: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
  at = Date.now(),
): Promise<void> {
  if (jobs.length === 0) return;
  const { name: kind } = type;
  if (at > Date.now() + aheadOf(type))
    throw new RangeError(`A job of the kind ${kind} can't be due that late.`);
  const byKey = new Map(jobs.map((job) => [job.key, job])); // one statement may name a key once
  for (const some of portions([...byKey.values()])) {
    const rows = some.map(
      ({ key, payload, priority = 0 }) =>
        sql`(${kind}, ${key}, ${JSON.stringify(payload)}, ${priority}, ${at}, ${at})`,
    );
    await sql`insert into job (kind, key, payload, priority, due_at, created_at) values ${sql.join(rows)} ${beginAnew}`.execute(
      tx.db,
    );
  }
  tx.emit(`jobs:${kind}`);
}

/** Said in SQL: an import enqueues pictures one by one, and to build the statement would cost twice what it takes. */
const beginAnew = sql`on conflict (kind, key) do update set
  payload = excluded.payload, priority = excluded.priority, due_at = excluded.due_at, created_at = excluded.created_at,
  attempts = 0, unfinished = 0, claim = '', reason = '', failed_at = 0`;

const fresh = { attempts: 0, unfinished: 0, claim: '', reason: '', failed_at: 0 };

/** Takes jobs back; what is being done under one of these keys writes nothing any more. Returns how many there were. */
export async function removeJobs(
  tx: Tx,
  kind: Pick<JobKind<never>, 'name'>,
  keys: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const some of portions(keys)) {
    const { numDeletedRows } = await tx.db
      .deleteFrom('job')
      .where('kind', '=', kind.name)
      .where('key', 'in', some)
      .executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
  }
  return removed;
}

/** Gives jobs another payload, each by its key; when they are due stays as it is, and what is being done goes on with what it was given. */
export async function rewriteJobs<Payload>(
  tx: Tx,
  { name }: JobKind<Payload>,
  jobs: ReadonlyMap<string, Payload>,
): Promise<void> {
  for (const [key, payload] of jobs) {
    await tx.db
      .updateTable('job')
      .set({ payload: JSON.stringify(payload) })
      .where('kind', '=', name)
      .where('key', '=', key)
      .execute();
  }
}

/** Tries jobs again that failed, as if they had just come; ids of others do nothing. Returns how many. */
export async function retryJobs(tx: Tx, ids: readonly number[], now = Date.now()): Promise<number> {
  const kinds: string[] = [];
  for (const some of portions(ids)) {
    const rows = await tx.db
      .updateTable('job')
      .set({ ...fresh, due_at: now })
      .where('id', 'in', some)
      .where('reason', '<>', '')
      .where('claim', '=', '')
      .returning('kind')
      .execute();
    kinds.push(...rows.map(({ kind }) => kind));
  }
  for (const kind of new Set(kinds)) tx.emit(`jobs:${kind}`);
  return kinds.length;
}

/** Forgets jobs; returns how many were there. */
export async function dropJobs(tx: Tx, ids: readonly number[]): Promise<number> {
  let dropped = 0;
  for (const some of portions(ids))
    dropped += Number(
      (await tx.db.deleteFrom('job').where('id', 'in', some).executeTakeFirst()).numDeletedRows,
    );
  return dropped;
}

/** Forgets jobs that failed for good long ago. */
export async function forgetFailedJobs(tx: Tx, now: number): Promise<void> {
  await tx.db
    .deleteFrom('job')
    .where('reason', '<>', '')
    .where('failed_at', '>', 0)
    .where('failed_at', '<', now - failedKeptMs)
    .execute();
}

/** A job that is not done. */
export interface WaitingJob {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly attempts: number;
  /** Why it failed; empty for one that waits for its turn. */
  readonly reason: string;
  /** When it is tried again, or a claim of it lapses, in milliseconds since 1970; 0: not by itself. */
  readonly dueAt: number;
  /** Whether a process has it. */
  readonly isClaimed: boolean;
}

/** Which jobs are asked for; all of them without a limit. */
export interface JobFilter {
  readonly kind?: string | undefined;
  /** Only those that failed, be it that they are tried again. */
  readonly failed?: boolean;
  readonly limit?: number | undefined;
}

/** Jobs that are not done, by kind, those that failed for good first, then as they are due. */
export async function listJobs(
  read: Reader,
  { kind, failed = false, limit }: JobFilter,
): Promise<WaitingJob[]> {
  const rows = await read
    .selectFrom('job')
    .select(['id', 'kind', 'key', 'attempts', 'reason', 'due_at', 'claim'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(failed, (query) => query.where(hasFailed))
    .orderBy('kind')
    .orderBy('due_at')
    .orderBy('priority')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ due_at: dueAt, claim, ...row }) => ({ ...row, dueAt, isClaimed: claim !== '' }));
}

/** As the index `job_failed` has it, so that it is used. */
const hasFailed = sql<boolean>`reason <> ''`;

/** How many jobs of a kind wait, and how many failed (those that are tried again count as failed until they are done). */
export async function countJobs(
  read: Reader,
  kind: string,
): Promise<{ readonly waiting: number; readonly failed: number }> {
  const counted = read
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind);
  const [all, failed] = [
    await counted.executeTakeFirstOrThrow(),
    await counted.where(hasFailed).executeTakeFirstOrThrow(),
  ];
  return { waiting: Number(all.count) - Number(failed.count), failed: Number(failed.count) };
}

/** How many jobs of all kinds failed for good, and wait for somebody to look at them. */
export async function countFailedJobs(read: Reader): Promise<number> {
  const { count } = await read
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(hasFailed)
    .where('failed_at', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}
