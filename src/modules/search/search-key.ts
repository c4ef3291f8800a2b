/** Seconds of the year 275760 and back, as far as dates go. */
const lastSecond = 8.64e12;
/** Keys tried one after the other before the search for a free one jumps. */
const neighbours = 8;

/**
 * The keys that a post may take in the index, best first: the second of its publication, so that the index is in that order whatever the order of ids, then the
 * next ones, then jumps ahead in a range that doubles (an import may bring thousands of posts with one date). Whole seconds keep the keys of neighbours close:
 * the index stores their differences, and finer keys made it twice as large.
 */
export function* searchKeys(publishedAt: number): Generator<number, never> {
  const first = Math.min(Math.max(Math.floor(publishedAt / 1000), -lastSecond), lastSecond);
  for (let next = 0; next < neighbours; next++) yield first + next;
  for (let range = neighbours; ; range = Math.min(range * 2, 2 ** 32))
    yield first + neighbours + Math.floor(Math.random() * range);
}

/** Seconds since 1970 when the post with this key was published, or a little later. */
export function publishedSeconds(searchKey: number): number {
  return searchKey;
}
