import { LruCache } from '../lib/lru-cache.ts';

/** A bounded memory of what is in the database, that forgets what a rolled-back transaction put into it. */
export class TxMap<Value> {
  readonly #committedByKey: LruCache<string, Value>;
  readonly #staged = new Map<string, Value>();

  constructor(capacity: number) {
    this.#committedByKey = new LruCache(capacity);
  }

  get(key: string): Value | undefined {
    return this.#staged.get(key) ?? this.#committedByKey.get(key);
  }

  /** Remembers what the running transaction wrote or read. */
  stage(key: string, value: Value): void {
    this.#staged.set(key, value);
  }

  /** Remembers what is committed. */
  keep(key: string, value: Value): void {
    this.#committedByKey.set(key, value);
  }

  begin(): void {
    this.#staged.clear();
  }

  commit(): void {
    for (const [key, value] of this.#staged) this.#committedByKey.set(key, value);
    this.#staged.clear();
  }
}
