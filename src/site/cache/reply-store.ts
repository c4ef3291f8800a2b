import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Emission } from '../../kernel/db/invalidation.ts';
import type { StoredAlias, StoredReply } from './stored-reply.ts';

export type StoredItem = StoredReply | StoredAlias;

/** An emission that touches more than is gone through at once. */
interface Sweep {
  readonly emission: Emission;
  /** Counts sweeps, from 1. */
  readonly number: number;
  /** What is left to go through. What is stored meanwhile may be among it, and is left alone. */
  readonly rest: Iterator<StoredItem>;
}

/** So many items are gone through while readers wait; a larger emission goes through as many at a time, with readers between. */
const atOnce = 250;

/**
 * Stored replies by key, bounded by bytes. Replies that a change made old move to the *retired*: never hits, kept as the last good copy for when rendering
 * fails, and the first to be evicted. Then go those that were stored longest ago and not asked for since the last look (a clock), so neither a hit nor a
 * crawl of addresses that nobody asks for twice moves what readers do ask for.
 *
 * An emission holds from the moment on that it comes, however much it touches: what a sweep has not come to yet meets it when somebody asks for it.
 */
export class ReplyStore {
  readonly #live = new Map<string, StoredItem>();
  readonly #retired = new Map<string, StoredItem>();
  readonly #byTag = new Map<string, Set<StoredItem>>();
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #sweeps: Sweep[] = [];
  #lastSweep = 0;
  #sweeping: Promise<void> | undefined;

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
    return this.#at(this.#live, key);
  }

  retired(key: string): StoredItem | undefined {
    return this.#at(this.#retired, key);
  }

  /** Tags of what is kept that begin so. */
  tagsFrom(start: string): string[] {
    return [...this.#byTag.keys()].filter((tag) => tag.startsWith(start));
  }

  /** A removal leaves nothing behind; a change retires what is about the thing and ages what only lists it. `*` touches all. */
  invalidate(emission: Emission): void {
    const { tag, urgency } = emission;
    if (tag === '*' && urgency === 'remove') return this.#clear();
    const items = tag === '*' ? this.#live : this.#byTag.get(tag);
    if (!items) return;
    if (items.size > atOnce) {
      this.#sweeps.push({ emission, number: ++this.#lastSweep, rest: items.values() });
      this.#sweeping ??= this.#sweep();
      return;
    }
    for (const item of items.values()) {
      this.#settle(item);
      this.#apply(item, emission);
    }
  }

  /** Resolves once every emission has been through all that it touches. */
  async swept(): Promise<void> {
    await this.#sweeping;
  }

  /** Takes the place of whatever has this key; a reply of more than a quarter of the bound is not kept. */
  set(item: StoredItem): void {
    this.delete(item.key);
    if (item.bytes > this.#maxBytes / 4) return;
    item.sweeps = this.#lastSweep;
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

  #at(place: ReadonlyMap<string, StoredItem>, key: string): StoredItem | undefined {
    const item = place.get(key);
    if (!item || item.sweeps === this.#lastSweep) return item;
    this.#settle(item);
    return place.get(key);
  }

  /** Keeps it as last good copy only. */
  #retire(item: StoredItem): void {
    if (this.#live.get(item.key) !== item) return;
    this.#live.delete(item.key);
    this.#retired.set(item.key, item);
  }

  #apply(item: StoredItem, { tag, urgency }: Emission): void {
    if (urgency === 'remove') this.remove(item);
    else if (
      item.kind === 'alias' ||
      (urgency === 'change' && (tag === '*' || item.tags.get(tag) === 'primary'))
    )
      this.#retire(item);
    else item.stale = true;
  }

  /** Has sweeps that have not come to this item go through it. */
  #settle(item: StoredItem): void {
    if (item.sweeps === this.#lastSweep) return;
    for (const { number, emission } of this.#sweeps) {
      if (number > item.sweeps && (emission.tag === '*' || item.tags.has(emission.tag)))
        this.#apply(item, emission);
    }
    item.sweeps = this.#lastSweep;
  }

  async #sweep(): Promise<void> {
    for (let [sweep] = this.#sweeps; sweep; [sweep] = this.#sweeps) {
      await nextTurn();
      for (let count = 0; count < atOnce; count++) {
        const next = sweep.rest.next();
        if (next.done) {
          if (this.#sweeps[0] === sweep) this.#sweeps.shift();
          break;
        }
        this.#settle(next.value);
      }
    }
    this.#sweeping = undefined;
  }

  #clear(): void {
    for (const items of [this.#live, this.#retired, this.#byTag]) items.clear();
    this.#sweeps.length = 0;
    this.#bytes = 0;
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
