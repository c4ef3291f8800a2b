import { AsyncLocalStorage } from 'node:async_hooks';

export interface QueryCount {
  queries: number;
}

const counting = new AsyncLocalStorage<QueryCount>();

/** Counts a query in its caller's async context. */
export function countQuery(): void {
  const count = counting.getStore();
  if (count) count.queries++;
}

export function countingQueries<Result>(count: QueryCount, work: () => Promise<Result>): Promise<Result> {
  return counting.run(count, work);
}
