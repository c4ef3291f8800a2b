import { AsyncLocalStorage } from 'node:async_hooks';

/** The bit of each name in `Reads`, and the names by bit: as many as tracked objects have properties. */
const bitByName = new Map<string, number>();
const names: string[] = [];

function bitOf(name: string): number {
  const known = bitByName.get(name);
  if (known !== undefined) return known;
  bitByName.set(name, names.length);
  return names.push(name) - 1;
}

/** Names of tracked properties read during some work, as bits: sets of names cost an uncached article 10 % more. */
export class Reads implements Iterable<string> {
  readonly #words: number[] = [];

  /** `bit`: of a name, from `bitOf`. */
  add(bit: number): void {
    const at = bit >> 5;
    while (this.#words.length <= at) this.#words.push(0);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (bit & 31));
  }

  addAll(others: Reads): void {
    for (let at = 0; at < others.#words.length; at++) {
      while (this.#words.length <= at) this.#words.push(0);
      this.#words[at] = (this.#words[at] ?? 0) | (others.#words[at] ?? 0);
    }
  }

  has(name: string): boolean {
    return isAmong(this.key, name);
  }

  /** A text of at most some 130 characters that is equal only for equal sets; empty for the empty set. */
  get key(): string {
    return this.#words.slice(0, this.#words.findLastIndex((word) => word !== 0) + 1).join();
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const [at, word] of this.#words.entries()) {
      for (let rest = word; rest !== 0; rest &= rest - 1)
        yield names[(at << 5) + 31 - Math.clz32(rest & -rest)] ?? '';
    }
  }
}

/** Whether the set with this key contains a name. */
export function isAmong(key: string, name: string): boolean {
  const bit = bitByName.get(name);
  if (bit === undefined) return false;
  const word = Number(key.split(',', (bit >> 5) + 1)[bit >> 5] ?? 0);
  return (word & (1 << (bit & 31))) !== 0;
}

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
export function memoizedBy<From extends object, More extends readonly unknown[], Made>(
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
    const bit = bitOf(name);
    const get = () => {
      noting.getStore()?.add(bit);
      return value;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.create(null, Object.fromEntries(accessors)) as Values; // each accessor returns the value of its own name
}
