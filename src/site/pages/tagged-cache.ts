import type { TagWeight } from '../../blocks/load-context.ts';
import type { Tag } from '../../modules/content/tags.ts';
import { tagsWithReads } from '../../modules/settings/tags-with-reads.ts';
import type { InvalidationBus } from '../../kernel/db/invalidation.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import type { Reads } from '../../lib/noted-reads.ts';

/** What a loader gave, and what that depends on. */
export interface LoadedData<Data = unknown> {
  readonly data: Data;
  readonly tags: ReadonlyMap<Tag, TagWeight>;
  /** Settings that were read for it. */
  readonly reads?: Reads;
  /** Milliseconds since 1970; Infinity when it never grows old by itself. */
  readonly expiresAt: number;
  /** Posts that the block shows, for lists below that leave them out. */
  readonly shown?: readonly number[];
}

/** Keeps what was loaded, data of blocks that are the same on every page (menus, ticker, newest posts) or cards of posts, until one of its tags is emitted. */
export class TaggedCache<Data = unknown> {
  readonly #loadedByKey: LruCache<string, LoadedData<Data>>;
  readonly #keysByTag = new Map<string, Set<string>>();
  /** Grows with every emission; data whose loading began before is not kept. */
  #epoch = 0;

  /** `capacity`: entries, at most. */
  constructor(bus: InvalidationBus, capacity = 500) {
    this.#loadedByKey = new LruCache(capacity, (key, { tags, reads }) =>
      this.#untag(key, tagsWithReads(tags, reads)),
    );
    bus.listen((emissions) => {
      this.#epoch++;
      for (const { tag } of emissions) {
        if (tag === '*') this.#forgetAll();
        for (const key of this.#keysByTag.get(tag) ?? []) this.#loadedByKey.delete(key);
      }
    });
  }

  #forgetAll(): void {
    this.#loadedByKey.clear();
    this.#keysByTag.clear();
  }

  /** A tag that no entry has is forgotten with its last one. */
  #untag(key: string, tags: Iterable<string>): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys?.delete(key) && keys.size === 0) this.#keysByTag.delete(tag);
    }
  }

  /** Tags that kept entries have: never more than those have together. */
  get tagCount(): number {
    return this.#keysByTag.size;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get(key: string, now: number): LoadedData<Data> | undefined {
    const entry = this.#loadedByKey.get(key);
    return entry && entry.expiresAt > now ? entry : undefined;
  }

  /** Keeps `loaded`, unless something was emitted since `epoch` was read. */
  set(key: string, loaded: LoadedData<Data>, epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#loadedByKey.set(key, loaded);
    for (const tag of tagsWithReads(loaded.tags, loaded.reads)) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
  }
}
