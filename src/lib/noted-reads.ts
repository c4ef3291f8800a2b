import { AsyncLocalStorage } from 'node:async_hooks';

/** Bit position of each name in `Reads`, and the names by position. There are as many as tracked objects have properties. */
const placeByName = new Map<string, number>();
const names: string[] = [];

function placeOf(name: string): number {
  const known = placeByName.get(name);
  if (known !== undefined) return known;
  placeByName.set(name, names.length);
  return names.push(name) - 1;
}

/** Names of tracked properties read during some work. A bit set: a page reads hundreds of them and merges as many from cached parts. */
export class Reads implements Iterable<string> {
  readonly #words: number[] = [];

  /** `place`: position of a name, in the order in which names were first seen. */
  add(place: number): void {
    const at = place >> 5;
    while (this.#words.length <= at) this.#words.push(0);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (place & 31));
  }

  addAll(others: Reads): void {
    const [mine, theirs] = [this.#words, others.#words];
    // By index: an iterator allocates an array per entry, and a page does this a thousand times.
    for (let at = 0; at < theirs.length; at++) {
      if (at < mine.length) mine[at] = (mine[at] ?? 0) | (theirs[at] ?? 0);
      else mine.push(theirs[at] ?? 0);
    }
  }

  has(name: string): boolean {
    return isAmong(this.key, name);
  }

  /** A text that is equal only for equal sets; empty for the empty set. */
  get key(): string {
    return this.#words.slice(0, this.#words.findLastIndex((word) => word !== 0) + 1).join();
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const [at, word] of this.#words.entries()) {
      // Visits only the set bits: there are hundreds of names, and each cached value iterates its own twice.
      for (let left = word; left !== 0; left &= left - 1)
        yield names[(at << 5) + 31 - Math.clz32(left & -left)] ?? '';
    }
  }
}

export function isAmong(key: string, name: string): boolean {
  const place = placeByName.get(name);
  return (
    place !== undefined &&
    (Number(key.split(',', (place >> 5) + 1)[place >> 5] ?? 0) & (1 << (place & 31))) !== 0
  );
}

/**
 * A value with the reads it depends on. A class because some instances live long: V8 would allocate all object literals
 * created here in the old space, and retain a page's HTML until the next full garbage collection.
 */
export class Noted<Value> {
  readonly value: Value;
  readonly reads: Reads;

  constructor(value: Value, reads: Reads) {
    this.value = value;
    this.reads = reads;
  }
}

const noting = new AsyncLocalStorage<Reads>();
/** Reads of synchronous work, during which no other code runs; this avoids creating an async context. */
let notingNow: Reads | undefined;

const current = (): Reads | undefined => notingNow ?? noting.getStore();

/**
 * Runs work and returns its result with everything read on the way, including by awaited functions. The reads count for
 * the surrounding work only when it calls `take`.
 */
export async function noteReads<Value>(work: () => Promise<Value>): Promise<Noted<Value>> {
  const around = notingNow;
  notingNow = undefined; // async work started within synchronous work has its own reads
  const reads = new Reads();
  let running: Promise<Value>;
  try {
    running = noting.run(reads, work);
  } finally {
    notingNow = around;
  }
  return new Noted(await running, reads);
}

/** Like `noteReads`, for synchronous work. */
export function noteReadsNow<Value>(work: () => Value): Noted<Value> {
  const around = notingNow;
  const reads = new Reads();
  notingNow = reads;
  try {
    return new Noted(work(), reads);
  } finally {
    notingNow = around;
  }
}

/** Returns a cached value, possibly created for another reader; its reads count for the current work. */
export function take<Value>({ value, reads }: Noted<Value>): Value {
  noteAll(reads);
  return value;
}

/** Caches a value derived only from one tracked object, such as the settings, as long as that object exists. The reads count for the caller. */
export function madeOnceOf<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const madeBySource = new WeakMap<From, Noted<Made>>();
  return (from) => {
    const made = madeBySource.get(from) ?? noteReadsNow(() => make(from));
    madeBySource.set(from, made);
    return take(made);
  };
}

export function noteAll(reads: Reads): void {
  current()?.addAll(reads);
}

/** A copy of an object that records the reads of its properties. Spreading it reads all of them. */
export function noteReadsOf<Values extends object>(values: Values): Values {
  const accessors = Object.entries(values).map(([name, value]: [string, unknown]) => {
    const place = placeOf(name);
    const get = () => {
      current()?.add(place);
      return value;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.create(null, Object.fromEntries(accessors)) as Values; // each accessor returns the value of its own name
}
