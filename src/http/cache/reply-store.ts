import type { StoredAlias, StoredReply } from './stored-reply.ts';

export type StoredItem = StoredReply | StoredAlias;

/**
 * Stored replies by key, bounded by bytes. Replies that a change made old move to the *retired*: never hits, kept as the last good copy for when rendering
 * fails, and the first to be evicted. Then go those that were stored longest ago and not asked for since the last look (a clock), so neither a hit nor a
 * crawl of addresses that nobody asks for twice moves what readers do ask for.
 */
export class ReplyStore {
  readonly #live = new Map<string, StoredItem>();
  readonly #retired = new Map<string, StoredItem>();
  readonly #byTag = new Map<string, Set<StoredItem>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#live.size;
  }

  live(key: string): StoredItem | undefined {
    return this.#live.get(key);
  }

  retired(key: string): StoredItem | undefined {
    return this.#retired.get(key);
  }

  tagged(tag: string): readonly StoredItem[] {
    const items = this.#byTag.get(tag);
    return items ? [...items] : [];
  }

  /** Tags of what is kept that begin so. */
  tagsFrom(start: string): string[] {
    return [...this.#byTag.keys()].filter((tag) => tag.startsWith(start));
  }

  all(): StoredItem[] {
    return [...this.#live.values(), ...this.#retired.values()];
  }

  /** Takes the place of whatever has this key; a reply of more than a quarter of the bound is not kept. */
  set(item: StoredItem): void {
    this.delete(item.key);
    if (item.bytes > this.#maxBytes / 4) return;
    this.#live.set(item.key, item);
    this.#bytes += item.bytes;
    for (const tag of item.tags.keys()) {
      const items = this.#byTag.get(tag);
      if (items) items.add(item);
      else this.#byTag.set(tag, new Set([item]));
    }
    this.#evict(item);
  }

  has(item: StoredItem): boolean {
    return this.#live.get(item.key) === item || this.#retired.get(item.key) === item;
  }

  /** An item that is stored grew by `bytes`. */
  grew(item: StoredItem, bytes: number): void {
    if (!this.has(item)) return;
    this.#bytes += bytes;
    this.#evict(item);
  }

  /** Keeps it as last good copy only. */
  retire(item: StoredItem): void {
    if (this.#live.get(item.key) !== item) return;
    this.#live.delete(item.key);
    this.#retired.set(item.key, item);
  }

  delete(key: string): void {
    const live = this.#live.get(key);
    const retired = this.#retired.get(key);
    if (live) this.remove(live);
    if (retired) this.remove(retired);
  }

  remove(item: StoredItem): void {
    if (!this.has(item)) return;
    if (this.#live.get(item.key) === item) this.#live.delete(item.key);
    else this.#retired.delete(item.key);
    this.#bytes -= item.bytes;
    for (const tag of item.tags.keys()) {
      const items = this.#byTag.get(tag);
      if (items?.delete(item) && items.size === 0) this.#byTag.delete(tag);
    }
  }

  #evict(newest: StoredItem): void {
    for (const item of this.#retired.values()) {
      if (this.#bytes <= this.#maxBytes) return;
      if (item !== newest) this.remove(item);
    }
    // A used item goes to the back unmarked, so the walk, which meets it again there, ends after two rounds at most.
    for (const item of this.#live.values()) {
      if (this.#bytes <= this.#maxBytes) return;
      if (item === newest) continue;
      if (item.used) {
        item.used = false;
        this.#live.delete(item.key);
        this.#live.set(item.key, item);
      } else {
        this.remove(item);
      }
    }
  }
}
