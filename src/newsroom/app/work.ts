import type { QueryClient } from '@tanstack/react-query';
import { RestError } from './rest.ts';
import { toast } from './toasts.tsx';
import { say, sayCount } from '../words.ts';

/** Concurrent requests, limited so that a long selection leaves capacity for others. */
const width = 4;

export interface Work<Item, Made> {
  readonly doing: string;
  /** Receives the count, and the name if there is only one. */
  readonly done: (count: number, name: string) => string;
  readonly run: (item: Item) => Promise<Made>;
  /** Undoes one; gets the result of `run`. */
  readonly undo?: ((item: Item, made: Made) => Promise<unknown>) | undefined;
  readonly nameOf: (item: Item) => string;
  /** One item at a time, because each changes others. */
  readonly inTurn?: boolean;
}

/** Runs a bulk action with progress, result and undo; refetches the lists whose keys begin with one of `keys`. */
export async function doAll<Item, Made>(
  queries: QueryClient,
  keys: readonly string[],
  items: readonly Item[],
  work: Work<Item, Made>,
): Promise<void> {
  const { doing, done, run, undo, nameOf, inTurn = false } = work;
  const id = `work-${crypto.randomUUID()}`;
  const left = [...items];
  const finished: { readonly item: Item; readonly made: Made }[] = [];
  const refused: string[] = [];
  const goOn = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        finished.push({ item, made: await run(item) });
      } catch (error) {
        if (!(error instanceof RestError)) throw error;
        refused.push(say('%s: %s', nameOf(item), error.message));
      }
      if (items.length > 1)
        toast(say('%s: %d of %d…', doing, finished.length + refused.length, items.length), {
          id,
          stays: true,
        });
    }
  };
  await Promise.all(Array.from({ length: inTurn ? 1 : Math.min(width, items.length) }, goOn));
  await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })));
  const [first] = finished;
  if (first) {
    const back =
      undo &&
      (() =>
        void doAll(queries, keys, finished, {
          doing: say('Undoing'),
          done: (count) => say('Undone: %d', count),
          run: ({ item, made }) => undo(item, made),
          nameOf: ({ item }) => nameOf(item),
        }));
    toast(done(finished.length, nameOf(first.item)), { id, ...(back ? { undo: back } : {}) });
  }
  if (refused.length > 0)
    toast(
      refused.length === 1
        ? refused.join()
        : sayCount(
            '%d could not be changed. %s|%d could not be changed. %s',
            refused.length,
            refused.length,
            refused[0] ?? '',
          ),
      first ? {} : { id },
    );
}
