import { AsyncLocalStorage } from 'node:async_hooks';

/** What some work has asked of the database so far. */
export interface QueryCount {
  queries: number;
}

const counting = new AsyncLocalStorage<QueryCount>();

/** Told of each query, in the context of what asks it. */
export function countQuery(): void {
  const count = counting.getStore();
  if (count) count.queries++;
}

/** Does some work, and counts the queries of all that it waits for. */
export function countingQueries<Result>(count: QueryCount, work: () => Promise<Result>): Promise<Result> {
  return counting.run(count, work);
}
