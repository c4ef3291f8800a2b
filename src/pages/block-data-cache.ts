import type { TagWeight } from '../blocks/load-context.ts';
import type { InvalidationBus } from '../db/invalidation.ts';
import { LruCache } from '../lib/lru-cache.ts';

/** What a loader gave, and what that depends on. */
export interface LoadedData {
  readonly data: unknown;
  readonly tags: ReadonlyMap<string, TagWeight>;
  /** Milliseconds since 1970; Infinity when it never grows old by itself. */
  readonly expiresAt: number;
}

const kept = 500;

/** Keeps the data of blocks that are the same on every page (menus, ticker, newest posts), until one of their tags is emitted. */
export class BlockDataCache {
  readonly #entries = new LruCache<string, LoadedData>(kept);
  readonly #keysByTag = new Map<string, Set<string>>();
  /** Grows with every emission; data whose loading began before is not kept. */
  #epoch = 0;

  constructor(bus: InvalidationBus) {
    bus.listen((emissions) => {
      this.#epoch++;
      for (const { tag } of emissions) {
        // Every loader may have read settings (links are made by them), whether it says so or not.
        if (tag === '*' || tag === 'settings') this.#forgetAll();
        for (const key of this.#keysByTag.get(tag) ?? []) this.#entries.delete(key);
        this.#keysByTag.delete(tag);
      }
    });
  }

  #forgetAll(): void {
    this.#entries.clear();
    this.#keysByTag.clear();
  }

  get epoch(): number {
    return this.#epoch;
  }

  get(key: string, now: number): LoadedData | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt > now ? entry : undefined;
  }

  /** Keeps `loaded`, unless something was emitted since `epoch` was read. */
  set(key: string, loaded: LoadedData, epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#entries.set(key, loaded);
    for (const tag of loaded.tags.keys()) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
    if (this.#keysByTag.size > kept * 50) this.#forgetAll(); // tags of entries that were pushed out
  }
}
