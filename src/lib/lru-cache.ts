/** A map that forgets what was not asked for longest, once it holds more than `capacity` entries. */
export class LruCache<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #capacity: number;
  readonly #onForget: (key: Key, value: Value) => void;

  /** `onForget` is told of entries that are pushed out, replaced or deleted; not of those that `clear` ends. */
  constructor(capacity: number, onForget: (key: Key, value: Value) => void = () => {}) {
    this.#capacity = capacity;
    this.#onForget = onForget;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    // As long as a quarter is free nothing is about to be forgotten, and the order, which costs more than the answer, need not be kept.
    if (value !== undefined && this.#entries.size * 4 > this.#capacity * 3) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.delete(oldest.value);
    }
  }

  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#onForget(key, value);
  }

  /** Deletes every entry that `test` names; looks at all of them. */
  deleteWhere(test: (value: Value) => boolean): void {
    for (const [key, value] of this.#entries) if (test(value)) this.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
