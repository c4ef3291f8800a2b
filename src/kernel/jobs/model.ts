import type { z } from 'zod';

/** Work of one kind that waits in the table `job` until a serving process does it. */
export interface JobKind<Payload> {
  /** Stands in the table: it stays as it is once it has shipped. */
  readonly name: string;
  /** Checks what the table holds; a payload that does not fit is never tried. */
  readonly schema: z.ZodType<Payload>;
  readonly tries: Tries;
  /** How far ahead of the time one is enqueued it may be due, in milliseconds; the longest pause where it is none. */
  readonly aheadMs?: number;
}

/** How far ahead a job of this kind may be due, in milliseconds. */
export const aheadOf = ({ aheadMs = 0, tries }: Pick<JobKind<never>, 'aheadMs' | 'tries'>) =>
  Math.max(aheadMs, tries.longestPauseMs);

/** When a job that failed is tried again: pauses double from the first to the longest, in milliseconds. After `most` attempts it has failed for good. */
export interface Tries {
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  readonly most: number;
}

/** Thrown by a job that no other attempt will do better: it has failed for good. */
export class UnrecoverableError extends Error {
  override readonly name = 'UnrecoverableError';
}

/** Milliseconds until a job that failed for the `attempts`th time is tried again. */
export function pauseAfter(
  { firstPauseMs, longestPauseMs }: Pick<Tries, 'firstPauseMs' | 'longestPauseMs'>,
  attempts: number,
): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts - 1, 30));
}
