import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Emission } from '../../kernel/db/invalidation.ts';
import type { StoredAlias, StoredReply } from './stored-reply.ts';

export type StoredItem = StoredReply | StoredAlias;

interface Sweep {
  readonly emission: Emission;
  /** Sequence number of the sweep, from 1. */
  readonly number: number;
  /** Items still to process. May include items stored since, which are skipped. */
  readonly rest: Iterator<StoredItem>;
}

/** Items processed synchronously; a larger emission continues in batches of this size, with pauses for readers. */
const atOnce = 250;

/**
 * Replies by key, bounded by bytes. Changed ones are *retired*: never hits, but last good copies, and evicted first;
 * then the oldest ones not requested since the last pass (a clock). Emissions apply at once: a pending sweep is checked
 * on request.
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

  tagsFrom(start: string): string[] {
    return [...this.#byTag.keys()].filter((tag) => tag.startsWith(start));
  }

  /** A removal deletes all copies; a change retires items about the subject and ages those that only list it. `*` touches all. */
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

  /** Resolves once every emission has processed all its items. */
  async swept(): Promise<void> {
    await this.#sweeping;
  }

  /** Replaces the item with this key; a reply larger than a quarter of the limit is not stored. */
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
    // Used items are unmarked and move to the back, so the walk ends after two rounds at most.
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
