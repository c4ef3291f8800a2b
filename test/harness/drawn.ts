import { createHash } from 'node:crypto';
import { inject } from 'vitest';
import { whole } from './runs-here.ts';

/** An integer below `below`, derived from the commit and from unique words, and so the same on all machines (decision 088). */
export function draw(words: string, below: number): number {
  return (
    createHash('sha256')
      .update(`${inject('commit')} ${words}`)
      .digest()
      .readUInt32BE() % below
  );
}

/** Whether the `nth` (from 0) of many similar cases runs, for nested loops over a matrix. Parameters as for `drawn`. */
export function isDrawn(words: string, nth: number, of: number): boolean {
  return whole || nth % of === draw(words, of);
}

/**
 * The cases that a run tests: one in `of`, from a drawn index; all with `BROADSHEET_WHOLE=1`. For one code path with
 * varying data, colours or widths: other commits test the other cases. `words` as for `draw`.
 */
export function drawn<Question>(
  words: string,
  questions: readonly Question[],
  of: number,
): readonly Question[] {
  if (whole || questions.length === 0) return questions;
  const first = draw(words, Math.min(of, questions.length));
  return questions.filter((_question, nth) => nth % of === first);
}
