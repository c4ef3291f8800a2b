/** Rows of one statement: databases bound how many values one takes (SQLite 32,766, PostgreSQL 65,535). */
const size = 1000;

/** Parts a list into pieces that fit into one statement; none for an empty list. */
export function* portions<Item>(items: readonly Item[], length = size): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += length) yield items.slice(at, at + length);
}
