import { AsyncLocalStorage } from 'node:async_hooks';

/** Names of tracked properties read during some work. */
export class Reads implements Iterable<string> {
  readonly #names = new Set<string>();

  add(name: string): void {
    this.#names.add(name);
  }

  addAll(others: Reads): void {
    for (const name of others.#names) this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** A text that is equal only for equal sets; empty for the empty set. */
  get key(): string {
    return [...this.#names].toSorted().join();
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#names.values();
  }
}

/** Whether the set with this key contains a name. */
export const isAmong = (key: string, name: string): boolean => `,${key},`.includes(`,${name},`);

/** A value with the reads it depends on. */
export interface Noted<Value> {
  readonly value: Value;
  readonly reads: Reads;
}

const noting = new AsyncLocalStorage<Reads>();

/**
 * Runs work and returns its result with everything read on the way, including by awaited functions. The reads count for
 * the surrounding work only when it calls `take`.
 */
export async function noteReads<Value>(work: () => Promise<Value>): Promise<Noted<Value>> {
  const reads = new Reads();
  return { value: await noting.run(reads, work), reads };
}

/** Like `noteReads`, for synchronous work. */
export function noteReadsNow<Value>(work: () => Value): Noted<Value> {
  const reads = new Reads();
  return { value: noting.run(reads, work), reads };
}

/** Returns a cached value, possibly created for another reader; its reads count for the current work. */
export function take<Value>({ value, reads }: Noted<Value>): Value {
  noteAll(reads);
  return value;
}

/**
 * Caches a value derived from one tracked object, such as the settings, as long as that object exists. The reads count for the caller. `more`: arguments that
 * are the same for all callers of one site.
 */
export function madeOnceOf<From extends object, More extends readonly unknown[], Made>(
  make: (from: From, ...more: More) => Made,
): (from: From, ...more: More) => Made {
  const madeBySource = new WeakMap<From, { readonly more: More; readonly made: Noted<Made> }>();
  return (from, ...more) => {
    const known = madeBySource.get(from);
    if (known?.more.every((value, place) => value === more[place])) return take(known.made);
    const made = noteReadsNow(() => make(from, ...more));
    madeBySource.set(from, { more, made });
    return take(made);
  };
}

export function noteAll(reads: Reads): void {
  noting.getStore()?.addAll(reads);
}

/** A copy of an object that records the reads of its properties. Spreading it reads all of them. */
export function noteReadsOf<Values extends object>(values: Values): Values {
  const accessors = Object.entries(values).map(([name, value]: [string, unknown]) => {
    const get = () => {
      noting.getStore()?.add(name);
      return value;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.create(null, Object.fromEntries(accessors)) as Values; // each accessor returns the value of its own name
}
