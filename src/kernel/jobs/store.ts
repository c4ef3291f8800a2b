import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx, Reader } from '../db/open-database.ts';
import { portions } from '../../lib/batch.ts';
import { readStored } from '../../lib/schemas.ts';
import { aheadOf } from './model.ts';
import type { JobKind } from './model.ts';

/** Milliseconds for which permanently failed jobs are retained for inspection. */
export const failedRetentionMs = 90 * 24 * 3_600_000;

export interface NewJob<Payload> {
  /** Unique within the kind: an existing job with the key restarts with this payload. */
  readonly key: string;
  readonly payload: Payload;
  /** Among jobs of the same time the lowest goes first, then the oldest; default 0. */
  readonly priority?: number;
}

/**
 * Enqueues jobs for after the commit; a running job of the same key restarts and its result is dropped. `at`:
 * milliseconds. Throws a RangeError beyond the kind's maximum, which would be taken for a clock that was set back.
 */
export async function enqueueJobs<Payload>(
  tx: Tx,
  type: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
  at = Date.now(),
): Promise<void> {
  await insertJobs(tx, type, jobs, { at, onConflict: resetOnConflict });
}

/** The same, but jobs of these keys that wait or run are left alone; failed ones restart. */
export async function enqueueMissingJobs<Payload>(
  tx: Tx,
  type: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
): Promise<void> {
  await insertJobs(tx, type, jobs, {
    at: Date.now(),
    onConflict: sql`${resetOnConflict} where job.due_at = 0`,
  });
}

async function insertJobs<Payload>(
  tx: Tx,
  type: JobKind<Payload>,
  jobs: readonly NewJob<Payload>[],
  { at, onConflict }: { readonly at: number; readonly onConflict: RawBuilder<unknown> },
): Promise<void> {
  if (jobs.length === 0) return;
  const { name: kind } = type;
  if (at > Date.now() + aheadOf(type))
    throw new RangeError(`The due time of a ${kind} job is too far in the future.`);
  const byKey = new Map(jobs.map((job) => [job.key, job])); // one statement may name a key once
  for (const some of portions([...byKey.values()])) {
    const rows = some.map(
      ({ key, payload, priority = 0 }) =>
        sql`(${kind}, ${key}, ${JSON.stringify(payload)}, ${priority}, ${at}, ${at})`,
    );
    await sql`insert into job (kind, key, payload, priority, due_at, created_at) values ${sql.join(rows)} ${onConflict}`.execute(
      tx.db,
    );
  }
  tx.emit(`jobs:${kind}`);
}

/** Raw SQL: an import enqueues pictures one by one, and building the statement would cost twice as much as running it. */
const resetOnConflict = sql`on conflict (kind, key) do update set
  payload = excluded.payload, priority = excluded.priority, due_at = excluded.due_at, created_at = excluded.created_at,
  attempts = 0, unfinished = 0, claim = '', reason = '', failed_at = 0`;

const fresh = { attempts: 0, unfinished: 0, claim: '', reason: '', failed_at: 0 };

/** Removes jobs; running ones can't write their results. Returns their number. */
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

/** Replaces payloads by key; due times stay, and running jobs keep their old payload. */
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

/** Retries failed jobs as if they were new; ignores other ids. Returns their number. */
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

export async function dropJobs(tx: Tx, ids: readonly number[]): Promise<number> {
  let dropped = 0;
  for (const some of portions(ids))
    dropped += Number(
      (await tx.db.deleteFrom('job').where('id', 'in', some).executeTakeFirst()).numDeletedRows,
    );
  return dropped;
}

export async function forgetFailedJobs(tx: Tx, now: number): Promise<void> {
  await tx.db
    .deleteFrom('job')
    .where('reason', '<>', '')
    .where('failed_at', '>', 0)
    .where('failed_at', '<', now - failedRetentionMs)
    .execute();
}

/** What a job that waits, runs or failed was given; undefined without one. */
export async function findPayload<Payload>(
  read: Reader,
  { name, schema }: Pick<JobKind<Payload>, 'name' | 'schema'>,
  key: string,
): Promise<Payload | undefined> {
  const row = await read
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', name)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && readStored<Payload | undefined>(schema, row.payload, undefined);
}

export interface WaitingJob {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly attempts: number;
  /** Error of the last attempt; empty: waiting for the first one. */
  readonly reason: string;
  /** Time of the next attempt or lapse of the claim, in milliseconds since 1970; 0: only on a manual retry. */
  readonly dueAt: number;
  readonly isClaimed: boolean;
  /** Time of the permanent failure, in milliseconds; 0: none. */
  readonly failedAt: number;
  /** Time of enqueueing, in milliseconds. */
  readonly createdAt: number;
}

export interface JobFilter {
  readonly id?: number | undefined;
  readonly kind?: string | undefined;
  readonly failed?: boolean;
  readonly limit?: number | undefined;
}

export async function listJobs(
  read: Reader,
  { id, kind, failed = false, limit }: JobFilter,
): Promise<WaitingJob[]> {
  const rows = await read
    .selectFrom('job')
    .select(['id', 'kind', 'key', 'attempts', 'reason', 'due_at', 'claim', 'failed_at', 'created_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(failed, (query) => query.where(hasFailed))
    .orderBy('kind')
    .orderBy('due_at')
    .orderBy('priority')
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ due_at: dueAt, claim, failed_at: failedAt, created_at: createdAt, ...row }) => ({
    ...row,
    dueAt,
    isClaimed: claim !== '',
    failedAt,
    createdAt,
  }));
}

/** Same expression as in the index `job_failed`. */
const hasFailed = sql<boolean>`reason <> ''`;

/** Counts waiting and failed jobs of a kind; jobs to be retried count as failed. */
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

export async function countFailedJobs(read: Reader): Promise<number> {
  const { count } = await read
    .selectFrom('job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(hasFailed)
    .where('failed_at', '>', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface KindOfJobs {
  readonly kind: string;
  /** Jobs that have not failed yet, running ones included. */
  readonly waiting: number;
  readonly running: number;
  /** Jobs that will be retried, and those that failed permanently. */
  readonly retrying: number;
  readonly failed: number;
  /** Due time of the first job that is not running, in milliseconds; undefined: none waits. */
  readonly nextAt: number | undefined;
}

/** Counts of the jobs of each kind that has any. */
export async function countJobsByKind(read: Reader): Promise<KindOfJobs[]> {
  const rows = await read
    .selectFrom('job')
    .select([
      'kind',
      sql<number>`sum(case when reason = '' then 1 else 0 end)`.as('waiting'),
      sql<number>`sum(case when claim <> '' then 1 else 0 end)`.as('running'),
      sql<number>`sum(case when reason <> '' and failed_at = 0 then 1 else 0 end)`.as('retrying'),
      sql<number>`sum(case when reason <> '' and failed_at > 0 then 1 else 0 end)`.as('failed'),
      sql<number | null>`min(case when claim = '' and due_at > 0 then due_at end)`.as('next'),
    ])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, waiting, running, retrying, failed, next }) => ({
    kind,
    waiting: Number(waiting),
    running: Number(running),
    retrying: Number(retrying),
    failed: Number(failed),
    nextAt: next === null ? undefined : Number(next),
  }));
}
