import type { Content } from '../../modules/content/content.ts';
import { LruCache } from '../../lib/lru-cache.ts';

export interface Totals {
  /** The cached number for `key`, else the result of `count`. */
  get(key: string, count: () => Promise<number>): Promise<number>;
}

const kept = 500;
const longestKey = 2000;

/** Caches counts until any process writes anything. */
export function createTotals(content: Content): Totals {
  const totalByQuery = new LruCache<string, number>(kept);
  let epoch = 0;
  content.database.bus.listen(() => {
    epoch++;
    totalByQuery.clear();
  });
  return {
    get: async (key, count) => {
      const before = totalByQuery.get(key);
      if (before !== undefined) return before;
      const began = epoch;
      const total = await count();
      if (began === epoch && key.length <= longestKey) totalByQuery.set(key, total);
      return total;
    },
  };
}
