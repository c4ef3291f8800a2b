import { AsyncLocalStorage } from 'node:async_hooks';

/** Names of what some work read of objects that note their reads. */
export type Reads = ReadonlySet<string>;

/** Something that was made, and what was read for it. */
export interface Noted<Value> {
  readonly value: Value;
  readonly reads: Reads;
}

const noting = new AsyncLocalStorage<Set<string>>();

/**
 * Runs work and gives, with its result, what was read on the way, by functions that it called and waited for, too. Only who takes the result (`take`) has read
 * that.
 */
export async function noteReads<Value>(work: () => Promise<Value>): Promise<Noted<Value>> {
  const reads = new Set<string>();
  return { value: await noting.run(reads, work), reads };
}

/** The same for work that ends at once. */
export function noteReadsNow<Value>(work: () => Value): Noted<Value> {
  const reads = new Set<string>();
  return { value: noting.run(reads, work), reads };
}

/** What was made before, perhaps for others: a taker has read what it was made from. */
export function take<Value>({ value, reads }: Noted<Value>): Value {
  const own = reads.size > 0 ? noting.getStore() : undefined;
  if (own) for (const name of reads) own.add(name);
  return value;
}

/** The same object, which says of each property that it was read. Copying it reads all of them. */
export function noteReadsOf<Values extends object>(values: Values): Values {
  const accessors = Object.entries(values).map(([name, value]: [string, unknown]) => [name, {
    enumerable: true,
    get: () => {
      noting.getStore()?.add(name);
      return value;
    },
  }] as const);
  return Object.create(null, Object.fromEntries(accessors)) as Values; // each accessor gives the value of its name
}
