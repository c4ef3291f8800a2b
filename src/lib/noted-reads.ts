import { AsyncLocalStorage } from 'node:async_hooks';

/** The place of each name in the bits of `Reads`, and the names by their places; as many as the objects have properties that note their reads. */
const placeByName = new Map<string, number>();
const names: string[] = [];

function placeOf(name: string): number {
  const known = placeByName.get(name);
  if (known !== undefined) return known;
  placeByName.set(name, names.length);
  return names.push(name) - 1;
}

/**
 * Names of what some work read of objects that note their reads. Bits, since a page reads some hundred times and takes as much from parts that were made
 * before.
 */
export class Reads implements Iterable<string> {
  readonly #words: number[] = [];

  /** `place`: of a name, in the order in which names became known. */
  add(place: number): void {
    const at = place >> 5;
    while (this.#words.length <= at) this.#words.push(0);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (place & 31));
  }

  addAll(others: Reads): void {
    const [mine, theirs] = [this.#words, others.#words];
    // By places: an iterator makes an array for each of them, and a page does this a thousand times.
    for (let at = 0; at < theirs.length; at++) {
      if (at < mine.length) mine[at] = (mine[at] ?? 0) | (theirs[at] ?? 0);
      else mine.push(theirs[at] ?? 0);
    }
  }

  has(name: string): boolean {
    return isAmong(this.key, name);
  }

  /** The same text for the same names, another one for others; empty for none. */
  get key(): string {
    return this.#words.slice(0, this.#words.findLastIndex((word) => word !== 0) + 1).join();
  }

  *[Symbol.iterator](): Iterator<string> {
    for (const [at, word] of this.#words.entries()) {
      // Names that were read alone: there are hundreds, and whatever is kept asks for its own twice.
      for (let left = word; left !== 0; left &= left - 1)
        yield names[(at << 5) + 31 - Math.clz32(left & -left)] ?? '';
    }
  }
}

/** Whether a set holds a name, by the key of the set. */
export function isAmong(key: string, name: string): boolean {
  const place = placeByName.get(name);
  return (
    place !== undefined &&
    (Number(key.split(',', (place >> 5) + 1)[place >> 5] ?? 0) & (1 << (place & 31))) !== 0
  );
}

/**
 * Something that was made, and what was read for it. A class, since some of these stay for long: V8 would make all literals of this place where such things
 * stay, and a page's HTML with them, until the next whole collection.
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
/** Notes of work that runs right now and ends at once: nothing else runs meanwhile, and no context has to be made for it. */
let notingNow: Reads | undefined;

const current = (): Reads | undefined => notingNow ?? noting.getStore();

/**
 * Runs work and gives, with its result, what was read on the way, by functions that it called and waited for, too. Only who takes the result (`take`) has read
 * that.
 */
export async function noteReads<Value>(work: () => Promise<Value>): Promise<Noted<Value>> {
  const around = notingNow;
  notingNow = undefined; // what begins amid work that ends at once notes for itself
  const reads = new Reads();
  let running: Promise<Value>;
  try {
    running = noting.run(reads, work);
  } finally {
    notingNow = around;
  }
  return new Noted(await running, reads);
}

/** The same for work that ends at once. */
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

/** What was made before, perhaps for others: a taker has read what it was made from. */
export function take<Value>({ value, reads }: Noted<Value>): Value {
  noteAll(reads);
  return value;
}

/**
 * What is made of an object that notes its reads, such as the settings, and of nothing else: once as long as there is that object. Who asks has read what it
 * was made from.
 */
export function madeOnceOf<From extends object, Made>(make: (from: From) => Made): (from: From) => Made {
  const madeBySource = new WeakMap<From, Noted<Made>>();
  return (from) => {
    const made = madeBySource.get(from) ?? noteReadsNow(() => make(from));
    madeBySource.set(from, made);
    return take(made);
  };
}

/** Notes what somebody else read as read here, too. */
export function noteAll(reads: Reads): void {
  current()?.addAll(reads);
}

/** The same object, which says of each property that it was read. Copying it reads all of them. */
export function noteReadsOf<Values extends object>(values: Values): Values {
  const accessors = Object.entries(values).map(([name, value]: [string, unknown]) => {
    const place = placeOf(name);
    const get = () => {
      current()?.add(place);
      return value;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.create(null, Object.fromEntries(accessors)) as Values; // each accessor gives the value of its name
}
