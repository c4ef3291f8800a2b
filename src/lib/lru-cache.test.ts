import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('holds no more than its bound, and evicts the least recently used entry', () => {
  const evicted: string[] = [];
  const cache = new LruCache<string, number>(2, (_, key) => evicted.push(key));
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([1, undefined, 3, 2]);
  expect(evicted).toEqual(['b']);
});
