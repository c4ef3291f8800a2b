/** Merges the changes of two editors; shared with the newsroom, so it imports no server code. */

/** As `/broadsheet/v1/front` sends it. */
export interface SentPin {
  readonly post_id: number;
  /** `lead` or `category:ID`. */
  readonly area: string;
  /** ISO 8601; null: never. */
  readonly ends_at: string | null;
  readonly headline: string;
  readonly picture: number;
}

export interface SentBreaking {
  readonly text: string;
  readonly url: string;
  readonly ends_at: string | null;
}

export interface SentFront {
  readonly pins: readonly SentPin[];
  readonly breaking: SentBreaking | null;
}

/** Both sides of what two editors changed differently; undefined: not pinned. */
export type FrontConflict =
  | {
      readonly kind: 'pin';
      readonly post_id: number;
      readonly base: SentPin | undefined;
      readonly mine: SentPin | undefined;
      readonly theirs: SentPin | undefined;
    }
  | {
      readonly kind: 'breaking';
      readonly base: SentBreaking | null;
      readonly mine: SentBreaking | null;
      readonly theirs: SentBreaking | null;
    };

export interface FrontSides {
  readonly base: SentFront;
  readonly mine: SentFront;
  readonly theirs: SentFront;
}

export interface MergedFronts {
  /** Has their side of each conflict. */
  readonly merged: SentFront;
  readonly conflicts: readonly FrontConflict[];
  /** Areas that both reordered differently; they have their order. */
  readonly reordered: readonly string[];
}

/**
 * Applies the changes from `base` to `mine` to `theirs`. A story that only one of them changed is merged; one that both
 * changed in the same way, too. Each area has my order if only I moved stories in it, and otherwise theirs, in which my
 * new stories follow the story that precedes them in mine.
 */
export function mergeFronts(fronts: FrontSides): MergedFronts {
  const { base, mine, theirs } = fronts;
  const [before, ours, others] = [byPost(base), byPost(mine), byPost(theirs)];
  const conflicts: FrontConflict[] = [];
  const chosen = new Map<number, SentPin>();
  for (const id of new Set([...others.keys(), ...ours.keys()])) {
    const sides = { base: before.get(id), mine: ours.get(id), theirs: others.get(id) };
    const { value, isConflict } = choose(sides, isSamePin);
    if (isConflict) conflicts.push({ kind: 'pin', post_id: id, ...sides });
    if (value) chosen.set(id, value);
  }
  const lines = { base: base.breaking, mine: mine.breaking, theirs: theirs.breaking };
  const line = choose(lines, isSameBreaking);
  if (line.isConflict) conflicts.push({ kind: 'breaking', ...lines });
  return {
    merged: { pins: inOrder(fronts, chosen), breaking: line.value },
    conflicts,
    reordered: areasOf(fronts).filter((area) => isReordered(fronts, area)),
  };
}

/** Takes my side of some of the conflicts. */
export function withMySide(
  { merged }: MergedFronts,
  taken: readonly FrontConflict[],
  mine: SentFront,
): SentFront {
  let { pins, breaking } = merged;
  for (const conflict of taken) {
    if (conflict.kind === 'breaking') breaking = conflict.mine;
    else {
      const own = conflict.mine;
      const others = pins.filter(({ post_id: id }) => id !== conflict.post_id);
      const at = pins.findIndex(({ post_id: id, area }) => id === conflict.post_id && area === own?.area);
      pins = !own
        ? others
        : at >= 0
          ? pins.toSpliced(at, 1, own)
          : inserted(
              others,
              own,
              mine.pins.filter(({ area }) => area === own.area),
            );
    }
  }
  return { pins, breaking };
}

const byPost = ({ pins }: SentFront) => new Map(pins.map((pin) => [pin.post_id, pin]));

export function isSamePin(one: SentPin | undefined, other: SentPin | undefined): boolean {
  if (!one || !other) return one === other;
  return (
    one.area === other.area &&
    one.ends_at === other.ends_at &&
    one.headline === other.headline &&
    one.picture === other.picture
  );
}

export function isSameBreaking(one: SentBreaking | null, other: SentBreaking | null): boolean {
  if (!one || !other) return one === other;
  return one.text === other.text && one.url === other.url && one.ends_at === other.ends_at;
}

function choose<Value>(
  { base, mine, theirs }: { readonly base: Value; readonly mine: Value; readonly theirs: Value },
  isSame: (one: Value, other: Value) => boolean,
): { readonly value: Value; readonly isConflict: boolean } {
  if (isSame(mine, base) || isSame(mine, theirs)) return { value: theirs, isConflict: false };
  return isSame(theirs, base) ? { value: mine, isConflict: false } : { value: theirs, isConflict: true };
}

function inOrder({ base, mine, theirs }: FrontSides, chosen: ReadonlyMap<number, SentPin>): SentPin[] {
  return areasOf({ mine, theirs }).flatMap((area) => {
    const here = [...chosen.values()].filter((pin) => pin.area === area);
    const idsOf = (side: SentFront) => idsIn(side, area);
    const isMoved = (side: SentFront) => !keepsOrder(idsOf(base), idsOf(side));
    const [first, second] = isMoved(mine) && !isMoved(theirs) ? [mine, theirs] : [theirs, mine];
    const wanted = new Map(here.map((pin) => [pin.post_id, pin]));
    const pinsIn = (side: SentFront) => idsOf(side).flatMap((id) => wanted.get(id) ?? []);
    const ordered = pinsIn(first);
    const further = pinsIn(second);
    return further.reduce<readonly SentPin[]>(
      (all, pin) => (all.includes(pin) ? all : inserted(all, pin, further)),
      ordered,
    );
  });
}

const areasOf = ({ mine, theirs }: Omit<FrontSides, 'base'>): string[] => [
  ...new Set([...theirs.pins, ...mine.pins].map(({ area }) => area)),
];

const idsIn = ({ pins }: SentFront, area: string): number[] =>
  pins.filter((pin) => pin.area === area).map(({ post_id: id }) => id);

/** Whether both changed the order of an area's stories, and differently. */
function isReordered({ base, mine, theirs }: FrontSides, area: string): boolean {
  const [before, ours, others] = [idsIn(base, area), idsIn(mine, area), idsIn(theirs, area)];
  return !keepsOrder(before, ours) && !keepsOrder(before, others) && !keepsOrder(ours, others);
}

/** Whether the ids that are in both have the same order. */
function keepsOrder(before: readonly number[], after: readonly number[]): boolean {
  const left = before.filter((id) => after.includes(id));
  const still = after.filter((id) => before.includes(id));
  return left.join() === still.join();
}

/** Inserts a pin after the nearest one that precedes it in `order`, or at the beginning of its area. */
function inserted(pins: readonly SentPin[], pin: SentPin, order: readonly SentPin[]): SentPin[] {
  const place = order.findIndex(({ post_id: id }) => id === pin.post_id);
  for (let before = place - 1; before >= 0; before--) {
    const at = pins.findIndex(({ post_id: id, area }) => id === order[before]?.post_id && area === pin.area);
    if (at >= 0) return pins.toSpliced(at + 1, 0, pin);
  }
  const first = pins.findIndex(({ area }) => area === pin.area);
  return first < 0 ? [...pins, pin] : pins.toSpliced(first, 0, pin);
}
