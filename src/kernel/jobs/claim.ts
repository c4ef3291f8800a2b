import { randomUUID } from 'node:crypto';
import type { Database, Reader, Tx } from '../db/open-database.ts';
import { aheadOf, pauseAfter } from './model.ts';
import type { JobKind } from './model.ts';
import { startOf } from '../../lib/cut-text.ts';

/** How long a claim holds without being renewed, in milliseconds: a job whose process was killed is taken up again after this time. */
export const leaseMs = 15_000;
/** How much later another process may have read its clock than this one, with a query in between, in milliseconds. */
const latestLookMs = 60_000;
/** Times that a job may end the process that does it, before nobody tries again by himself. */
export const mostDeaths = 4;

/** A job that this process does. */
export interface ClaimedJob {
  readonly id: number;
  readonly key: string;
  /** JSON, as it is in the table. */
  readonly payload: string;
  /** This one included. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly claim: string;
}

type Claims = Pick<Database, 'read' | 'writeDerived'>;
type Kind = Pick<JobKind<never>, 'name' | 'tries' | 'aheadMs'>;
/** Jobs that are due from one moment to another, both included. */
type Range = readonly [from: number, to: number];

/** Takes up the jobs that are next, at most `most`. Of all processes one gets each. */
export async function claimJobs(
  database: Claims,
  kind: Kind,
  now: number,
  most: number,
): Promise<ClaimedJob[]> {
  for (;;) {
    // Asked without a transaction first: mostly there is nothing to do.
    const range = await dueRange(database.read, kind, now);
    if (!range) return [];
    const { jobs, givenUp } = await database.writeDerived(async (tx) =>
      take(
        tx,
        await inOrder(tx.db, kind, range)
          .selectAll()
          .limit(most)
          .$if(tx.dialect.rowLocks, (query) => query.forUpdate().skipLocked())
          .execute(),
        now,
      ),
    );
    if (jobs.length > 0 || givenUp === 0) return jobs;
  }
}

/** Takes up the first job behind `afterId` that nobody does, however long it has to wait yet; undefined when there is none. */
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
        .where('unfinished', '<', mostDeaths)
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

/** Where jobs are that are due; undefined: none is. One that waits longer than any of its kind was put off by a clock that was set back since. */
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
): Promise<{ readonly jobs: ClaimedJob[]; readonly givenUp: number }> {
  const deadly = rows.filter(({ unfinished }) => unfinished >= mostDeaths);
  for (const { id, unfinished } of deadly) {
    const reason = `The process that did it ended ${unfinished} times before it was ready.`;
    await tx.db
      .updateTable('job')
      .set({ due_at: 0, failed_at: now, claim: '', unfinished: 0, reason })
      .where('id', '=', id)
      .execute();
  }
  const claim = randomUUID();
  const taken = rows.filter((row) => !deadly.includes(row));
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
  return { jobs, givenUp: deadly.length };
}

/** When the next job of a kind is due, or a claim lapses, in milliseconds since 1970; undefined: none waits. */
export async function nextDueAt(read: Reader, kind: Kind): Promise<number | undefined> {
  return (
    await inOrder(read, kind, [1, Number.MAX_SAFE_INTEGER]).select('due_at').limit(1).executeTakeFirst()
  )?.due_at;
}

/** Keeps claims alive. */
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
 * Ends a job; false when it is no longer ours: its claim lapsed, or it was enqueued anew or taken back. Its caller writes nothing of what came of it then.
 */
export async function finishJob(tx: Tx, { id, claim }: ClaimedJob): Promise<boolean> {
  return (
    (await tx.db.deleteFrom('job').where('id', '=', id).where('claim', '=', claim).executeTakeFirst())
      .numDeletedRows > 0n
  );
}

/** Why a job is not done; `final`: nobody tries again by himself. */
export interface JobFault {
  readonly reason: string;
  readonly final: boolean;
}

/**
 * Notes why a job is not done; it is tried again after a pause, unless that is final or it has had all its attempts. Returns when, in milliseconds since 1970;
 * undefined: it has failed for good.
 */
export async function failJob(
  tx: Tx,
  { tries }: Kind,
  { id, claim, attempts }: ClaimedJob,
  fault: JobFault,
  now: number,
): Promise<number | undefined> {
  const dueAt = fault.final || attempts >= tries.most ? undefined : now + pauseAfter(tries, attempts);
  const reason = startOf(fault.reason.replaceAll('\0', ''), longestReason) || untold;
  await tx.db
    .updateTable('job')
    .set({ claim: '', unfinished: 0, due_at: dueAt ?? 0, failed_at: dueAt === undefined ? now : 0, reason })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
  return dueAt;
}

/** Characters of a reason that are kept. */
const longestReason = 500;
/** Stands for an empty one: jobs that have failed are known by their reason. */
const untold = 'The error has no message.';

/** Gives a job back that was taken up and not worked on to the end, as when the server stops: it counts as never taken up. */
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
