import { LRUCache } from 'lru-cache';

/** An `LRUCache` that grows with its entries. With `max` the caches of one server would allocate 14 MB for 550,000 slots at startup. */
export class LruCache<Key extends {}, Value extends {}> extends LRUCache<Key, Value> {
  constructor(maxEntries: number, dispose?: LRUCache.Disposer<Key, Value>) {
    super({ maxSize: maxEntries, sizeCalculation: () => 1, ...(dispose && { dispose }) });
  }
}
