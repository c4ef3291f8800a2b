import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/open-database.ts';

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
