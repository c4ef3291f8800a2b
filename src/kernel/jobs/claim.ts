import { randomUUID } from 'node:crypto';
import type { Database, Reader, Tx } from '../db/open-database.ts';
import { aheadOf, pauseAfter } from './model.ts';
import type { JobKind } from './model.ts';
import { startOf } from '../../lib/cut-text.ts';

/** Milliseconds before a claim lapses unless it is renewed; then another process takes over a killed one's job. */
export const leaseMs = 15_000;
/** Maximum difference between the times that two processes read, with a query in between, in milliseconds. */
const latestLookMs = 60_000;
/** Processes that a job may kill before it is only retried manually. */
export const maxDeaths = 4;

export interface ClaimedJob {
  readonly id: number;
  readonly key: string;
  readonly payload: string;
  /** Including this one. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly claim: string;
}

type Claims = Pick<Database, 'read' | 'writeDerived'>;
type Kind = Pick<JobKind<never>, 'name' | 'tries' | 'aheadMs'>;
type Range = readonly [from: number, to: number];

/** Claims the next due jobs, at most `limit`; each is claimed by one process only. */
export async function claimJobs(
  database: Claims,
  kind: Kind,
  now: number,
  limit: number,
): Promise<ClaimedJob[]> {
  for (;;) {
    // Checked without a transaction first: usually nothing is due.
    const range = await dueRange(database.read, kind, now);
    if (!range) return [];
    const { jobs, abandoned } = await database.writeDerived(async (tx) =>
      take(
        tx,
        await inOrder(tx.db, kind, range)
          .selectAll()
          .limit(limit)
          .$if(tx.dialect.rowLocks, (query) => query.forUpdate().skipLocked())
          .execute(),
        now,
      ),
    );
    if (jobs.length > 0 || abandoned === 0) return jobs;
  }
}

/** Claims the first unclaimed job after `afterId`, even if it is not due; undefined if all are claimed. */
export async function claimWaiting(
  database: Claims,
  { name }: Kind,
  now: number,
  afterId: number,
): Promise<ClaimedJob | undefined> {
  const {
    jobs: [job],
  } = await database.writeDerived(async (tx) =>
    take(
      tx,
      await tx.db
        .selectFrom('job')
        .selectAll()
        .where('kind', '=', name)
        .where('id', '>', afterId)
        .where('due_at', '>', 0)
        .where('claim', '=', '')
        .where('unfinished', '<', maxDeaths)
        .orderBy('id')
        .limit(1)
        .$if(tx.dialect.rowLocks, (query) => query.forUpdate().skipLocked())
        .execute(),
      now,
    ),
  );
  return job;
}

const inOrder = (read: Reader, { name }: Kind, [from, to]: Range) =>
  read
    .selectFrom('job')
    .where('kind', '=', name)
    .where('due_at', '>=', from)
    .where('due_at', '<=', to)
    .orderBy('due_at')
    .orderBy('priority')
    .orderBy('id');

/** Range of times with due jobs. A job further ahead than its kind allows was postponed by a clock that was set back since. */
async function dueRange(read: Reader, kind: Kind, now: number): Promise<Range | undefined> {
  const ranges: readonly Range[] = [
    [1, now],
    [now + Math.max(leaseMs, aheadOf(kind)) + latestLookMs, Number.MAX_SAFE_INTEGER],
  ];
  for (const range of ranges)
    if (await inOrder(read, kind, range).select('id').limit(1).executeTakeFirst()) return range;
  return undefined;
}

type Row = Pick<ClaimedJob, 'id' | 'key' | 'payload' | 'attempts'> & {
  readonly unfinished: number;
  readonly created_at: number;
};

async function take(
  tx: Tx,
  rows: readonly Row[],
  now: number,
): Promise<{ readonly jobs: ClaimedJob[]; readonly abandoned: number }> {
  const crashing = rows.filter(({ unfinished }) => unfinished >= maxDeaths);
  for (const { id, unfinished } of crashing) {
    const reason = `The process that ran the job ended ${unfinished} times before it was finished.`;
    await tx.db
      .updateTable('job')
      .set({ due_at: 0, failed_at: now, claim: '', unfinished: 0, reason })
      .where('id', '=', id)
      .execute();
  }
  const claim = randomUUID();
  const taken = rows.filter((row) => !crashing.includes(row));
  if (taken.length > 0) {
    await tx.db
      .updateTable('job')
      .set(({ eb }) => ({
        claim,
        due_at: now + leaseMs,
        attempts: eb('attempts', '+', 1),
        unfinished: eb('unfinished', '+', 1),
      }))
      .where(
        'id',
        'in',
        taken.map(({ id }) => id),
      )
      .execute();
  }
  const jobs = taken.map(({ id, key, payload, attempts, created_at: createdAt }) => ({
    id,
    key,
    payload,
    attempts: attempts + 1,
    createdAt,
    claim,
  }));
  return { jobs, abandoned: crashing.length };
}

/** Time (ms since epoch) of the next due job or lapsing claim; undefined: none waits. */
export async function nextDueAt(read: Reader, kind: Kind): Promise<number | undefined> {
  return (
    await inOrder(read, kind, [1, Number.MAX_SAFE_INTEGER]).select('due_at').limit(1).executeTakeFirst()
  )?.due_at;
}

export async function renewClaims(
  database: Pick<Database, 'writeDerived'>,
  jobs: readonly ClaimedJob[],
  now: number,
): Promise<void> {
  await database.writeDerived(async (tx) => {
    for (const { id, claim } of jobs)
      await tx.db
        .updateTable('job')
        .set({ due_at: now + leaseMs })
        .where('id', '=', id)
        .where('claim', '=', claim)
        .execute();
  });
}

/**
 * Deletes a finished job; false if it is no longer claimed by this process (lapsed, re-enqueued or removed). The caller
 * then must not write its results.
 */
export async function finishJob(tx: Tx, { id, claim }: ClaimedJob): Promise<boolean> {
  return (
    (await tx.db.deleteFrom('job').where('id', '=', id).where('claim', '=', claim).executeTakeFirst())
      .numDeletedRows > 0n
  );
}

/** `final`: it is only retried manually. */
export interface JobFault {
  readonly reason: string;
  readonly final: boolean;
}

/**
 * Records a failure and schedules a retry, unless it is final or attempts are used up. Returns the time of the retry in
 * milliseconds since 1970; undefined: failed permanently.
 */
export async function failJob(
  tx: Tx,
  { tries }: Kind,
  { id, claim, attempts }: ClaimedJob,
  fault: JobFault,
  now: number,
): Promise<number | undefined> {
  const dueAt = fault.final || attempts >= tries.most ? undefined : now + pauseAfter(tries, attempts);
  const reason = startOf(fault.reason.replaceAll('\0', ''), maxReasonLength) || unknownReason;
  await tx.db
    .updateTable('job')
    .set({ claim: '', unfinished: 0, due_at: dueAt ?? 0, failed_at: dueAt === undefined ? now : 0, reason })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
  return dueAt;
}

const maxReasonLength = 500;
/** Replaces an empty reason: failed jobs are recognized by it. */
const unknownReason = 'The error has no message.';

/** Returns an unfinished job to the queue, as when the server stops; the attempt does not count. */
export async function releaseJob(tx: Tx, { id, claim }: ClaimedJob, now: number): Promise<void> {
  await tx.db
    .updateTable('job')
    .set(({ eb }) => ({
      claim: '',
      due_at: now,
      attempts: eb('attempts', '-', 1),
      unfinished: eb('unfinished', '-', 1),
    }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}
