import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('forgets what was not asked for longest', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([1, undefined, 3, 2]);
});

test('writing an entry again renews it, and takes no second place', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 10);
  expect(cache.size).toBe(2);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b')]).toEqual([10, undefined]);
});

test('deletes one, or all', () => {
  const cache = new LruCache<string, number>(3);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.delete('a');
  cache.delete('never there');
  expect([cache.get('a'), cache.size]).toEqual([undefined, 1]);
  cache.clear();
  expect([cache.get('b'), cache.size]).toEqual([undefined, 0]);
});
