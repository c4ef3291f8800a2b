import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds that pieces of work compute at a stretch, about. */
const longest = 10;
/** How many begin side by side at first. */
const firstTogether = 4;

/** Milliseconds that this thread has been at work; what it waited for is not among them. */
const computed = () => performance.eventLoopUtilization().active;

/**
 * Does the same with each of many things and lets others be served in between: all of them side by side would be one long turn of the event loop. So many are
 * done together, to share their queries, as compute for a short while. Returns what came of them in order; throws what the first one throws.
 */
export async function byTurns<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
  spent: () => number = computed,
): Promise<Done[]> {
  const done: Done[] = [];
  for (let together = firstTogether; done.length < items.length; ) {
    if (done.length > 0) await nextTurn();
    const began = spent();
    done.push(...(await Promise.all(items.slice(done.length, done.length + together).map(work))));
    together = spent() - began > longest ? Math.max(1, Math.floor(together / 4)) : together * 2;
  }
  return done;
}
