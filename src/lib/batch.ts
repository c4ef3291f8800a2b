import { noteReads, take } from './noted-reads.ts';
import type { Noted } from './noted-reads.ts';

/**
 * Combines calls made in the same turn of the event loop: `load(ids)` gets every id once. Loaders of a page that run in
 * parallel share their queries this way.
 */
export function batch<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (keys: readonly Key[]) => Promise<Map<Key, Value>> {
  let waiting: { keys: Set<Key>; result: Promise<Noted<ReadonlyMap<Key, Value>>> } | undefined;
  return async (keys) => {
    if (keys.length === 0) return new Map();
    if (!waiting) {
      const requested = new Set<Key>();
      const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        waiting = undefined;
        return noteReads(() => load([...requested]));
      });
      waiting = { keys: requested, result };
    }
    for (const key of keys) waiting.keys.add(key);
    const found = take(await waiting.result);
    const values = new Map<Key, Value>();
    for (const key of keys) {
      const value = found.get(key);
      if (value !== undefined) values.set(key, value);
    }
    return values;
  };
}

/** Rows per statement. Databases limit its parameters (SQLite 32,766, PostgreSQL 65,535). */
const size = 1000;

/** Splits a list into chunks that fit into one statement. */
export function* portions<Item>(items: readonly Item[], length = size): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += length) yield items.slice(at, at + length);
}
