import type { BlockContext, LoadContext, ShownInside } from '../load-context.ts';

/** Learns what blocks inside of one show: `provided` goes to `renderInner` or `renderDocument`, `found` is whole once that has answered. */
export function learnInside(): {
  readonly provided: Pick<BlockContext, 'shows'>;
  readonly found: ReadonlySet<ShownInside>;
} {
  const found = new Set<ShownInside>();
  return { provided: { shows: (what) => void found.add(what) }, found };
}

/** Tells the block around one what is shown. */
export function tellAround({ inherited }: Pick<LoadContext, 'inherited'>, what: ShownInside): void {
  inherited.shows?.(what);
}
