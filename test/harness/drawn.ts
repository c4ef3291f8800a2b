import { createHash } from 'node:crypto';
import { inject } from 'vitest';
import { whole } from './asks-again.ts';

/** A whole number below `below`, drawn from the commit and from words that nothing else is drawn by: the same wherever a commit is tested (decision 088). */
export function draw(words: string, below: number): number {
  return (
    createHash('sha256')
      .update(`${inject('commit')} ${words}`)
      .digest()
      .readUInt32BE() % below
  );
}

/** Whether the `nth` (from 0) of many alike questions is asked: of a matrix that two loops walk. `words`, `of` and the rest as of `drawn`. */
export function isDrawn(words: string, nth: number, of: number): boolean {
  return whole || nth % of === draw(words, of);
}

/**
 * Those of many alike questions that a run asks: one in `of`, from a drawn one on; with `BROADSHEET_WHOLE=1` all of them. For one code that is asked over and
 * over with other data, colours or widths: a commit asks the same again, the next ones ask the others. `words` as of `draw`.
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
