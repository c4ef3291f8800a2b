import type { z } from 'zod';

/** A kind of job, stored in the table `job` until a serving process runs it. */
export interface JobKind<Payload> {
  /** Stored in the table, so it never changes after a release. */
  readonly name: string;
  /** Validates stored payloads; an invalid one is never run. */
  readonly schema: z.ZodType<Payload>;
  readonly tries: Tries;
  /** How far ahead jobs can be scheduled, in milliseconds; default: the longest pause. */
  readonly aheadMs?: number;
}

export const aheadOf = ({ aheadMs = 0, tries }: Pick<JobKind<never>, 'aheadMs' | 'tries'>) =>
  Math.max(aheadMs, tries.maxPauseMs);

/** Retries: pauses double from the first to the longest, in milliseconds. After `most` attempts a job has failed permanently. */
export interface Tries {
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  readonly most: number;
}

/** Thrown by a job that no retry can complete; it has failed permanently. */
export class UnrecoverableError extends Error {
  override readonly name = 'UnrecoverableError';
}

export function pauseAfter(
  { firstPauseMs, maxPauseMs }: Pick<Tries, 'firstPauseMs' | 'maxPauseMs'>,
  attempts: number,
): number {
  return Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 30));
}
