import { UnavailableError } from '../../lib/errors.ts';

export interface SearchGateOptions {
  /** Searches that run at a time. */
  readonly width: number;
  /** Searches that may wait for their turn. */
  readonly most: number;
}

/**
 * Lets few searches run at a time, and few wait: however many ask, those that are let in are answered soon, and the database stays free for readers.
 * Returns a function that runs a search in its turn; it throws `UnavailableError` at once when too many wait.
 */
export function createSearchGate({
  width,
  most,
}: SearchGateOptions): <Result>(search: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (search) => {
    if (running < width) running++;
    else {
      if (waiting.length >= most)
        throw new UnavailableError(
          'Too many people are searching at this moment. Please try again in a few seconds.',
        );
      await new Promise<void>((resolve) => waiting.push(resolve)); // who leaves hands its place on
    }
    try {
      return await search();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
