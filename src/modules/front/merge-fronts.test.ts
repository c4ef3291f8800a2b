import { expect, test } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { mergeFronts, withMySide } from './merge-fronts.ts';
import type { FrontConflict, SentFront, SentPin } from './merge-fronts.ts';

const pin = (postId: number, given: Partial<SentPin> = {}): SentPin => ({
  post_id: postId,
  area: 'lead',
  ends_at: null,
  headline: '',
  picture: 0,
  ...given,
});
const front = (pins: readonly SentPin[], text = ''): SentFront => ({
  pins,
  breaking: text === '' ? null : { text, url: '', ends_at: null },
});
const idsOf = ({ pins }: SentFront, area = 'lead') =>
  pins.filter((one) => one.area === area).map(({ post_id: id }) => id);

test('[IMP-11] changes of different stories and of the breaking line are merged', () => {
  const base = front([pin(1), pin(2), pin(3)]);
  const mine = front([pin(4), pin(1), pin(2, { headline: 'Mine' }), pin(3)]);
  const theirs = front([pin(1), pin(2), pin(5, { area: 'category:9' })], 'Theirs');
  const { merged, conflicts } = mergeFronts({ base, mine, theirs });
  expect(conflicts).toEqual([]);
  expect(merged).toEqual(
    front([pin(4), pin(1), pin(2, { headline: 'Mine' }), pin(5, { area: 'category:9' })], 'Theirs'),
  );
});

test('[IMP-11] an order that only one of them changed is kept, with the new story of the other in its place', () => {
  const base = front([pin(1), pin(2), pin(3)]);
  const moved = front([pin(3), pin(1), pin(2)]);
  const added = front([pin(1), pin(9), pin(2), pin(3)]);
  expect(idsOf(mergeFronts({ base, mine: moved, theirs: added }).merged)).toEqual([3, 1, 9, 2]);
  expect(idsOf(mergeFronts({ base, mine: added, theirs: moved }).merged)).toEqual([3, 1, 9, 2]);
});

test('[IMP-11] an order that both changed is theirs, which is noted unless it is mine, too', () => {
  const base = front([pin(1), pin(2), pin(3), pin(7, { area: 'category:9' })]);
  const mine = front([pin(3), pin(1), pin(2), pin(7, { area: 'category:9' })]);
  const theirs = front([pin(2), pin(1), pin(3), pin(7, { area: 'category:9' })]);
  const both = mergeFronts({ base, mine, theirs });
  expect([idsOf(both.merged), both.reordered, both.conflicts]).toEqual([[2, 1, 3], ['lead'], []]);
  for (const [ours, others] of [
    [mine, mine],
    [mine, base],
    [base, theirs],
  ] as const)
    expect(mergeFronts({ base, mine: ours, theirs: others }).reordered).toEqual([]);
});

test('[IMP-11] the same story changed differently is a conflict, unless both made the same change', () => {
  const base = front([pin(1), pin(2)], 'Before');
  const mine = front([pin(1, { headline: 'Mine' }), pin(2, { picture: 5 })], 'Mine');
  const theirs = front([pin(1, { headline: 'Theirs' }), pin(2, { picture: 5 })], 'Theirs');
  const result = mergeFronts({ base, mine, theirs });
  expect(result.merged).toEqual(theirs);
  expect(result.conflicts).toEqual([
    { kind: 'pin', post_id: 1, base: pin(1), mine: mine.pins[0], theirs: theirs.pins[0] },
    { kind: 'breaking', base: base.breaking, mine: mine.breaking, theirs: theirs.breaking },
  ]);
  expect(withMySide(result, result.conflicts, mine)).toEqual(mine);
  expect(withMySide(result, [], mine)).toEqual(theirs);
});

test('[IMP-11] a story that one unpinned and the other changed is a conflict', () => {
  const base = front([pin(1), pin(2)]);
  const mine = front([pin(2)]);
  const theirs = front([pin(1, { area: 'category:3' }), pin(2)]);
  const result = mergeFronts({ base, mine, theirs });
  expect(result.conflicts).toMatchObject([{ kind: 'pin', post_id: 1, mine: undefined }]);
  expect(withMySide(result, result.conflicts, mine)).toEqual(mine);
  const swapped = mergeFronts({ base, mine: theirs, theirs: mine });
  expect(swapped.conflicts).toMatchObject([{ kind: 'pin', post_id: 1, theirs: undefined }]);
  expect(withMySide(swapped, swapped.conflicts, theirs)).toEqual(front(theirs.pins.toReversed()));
});

function randomOf(seed: number): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}

function edited(before: SentFront, random: (below: number) => number, word: string): SentFront {
  const pins = [...before.pins];
  const areas = ['lead', 'category:1', 'category:2'];
  const area = areas[random(areas.length)] ?? 'lead';
  const at = random(Math.max(1, pins.length));
  const current = pins[at];
  const kind = random(6);
  if (kind === 0 || !current) {
    const id = 1 + random(40);
    if (!pins.some(({ post_id: known }) => known === id)) pins.splice(at, 0, pin(id, { area }));
  } else if (kind === 1) pins.splice(at, 1);
  else if (kind === 2) pins[at] = { ...current, headline: word };
  else if (kind === 3) pins[at] = { ...current, area };
  else if (kind === 4) {
    pins.splice(at, 1);
    pins.splice(random(pins.length + 1), 0, current);
  } else return front(pins, word);
  return { ...before, pins };
}

const changeOf = (before: SentFront, after: SentFront, id: number) => {
  const [was, is] = [before, after].map(({ pins }) => pins.find((one) => one.post_id === id));
  return JSON.stringify(was) === JSON.stringify(is) ? undefined : { to: is };
};

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  '[IMP-11] 20 random edits of two editors end in a front that both saw, and lose nothing (seed %i)',
  (seed) => {
    const random = randomOf(seed);
    let stored = front([pin(1), pin(2), pin(3, { area: 'category:1' }), pin(4, { area: 'category:1' })]);
    /** The base of each editor's desk, and its content. */
    const desks = [0, 1].map(() => ({ base: stored, mine: stored }));
    for (let edit = 0; edit < 20; edit++) {
      const desk = desks[random(2)];
      if (!desk) continue;
      desk.mine = edited(desk.mine, random, `edit ${edit}`);
      if (random(3) > 0) continue;
      // Publishes: a desk that is based on an older front merges it first, and takes its own side of conflicts.
      const { base, mine } = desk;
      const result = mergeFronts({ base, mine, theirs: stored });
      const ours = result.conflicts.filter(() => random(2) === 0);
      const next = withMySide(result, ours, mine);
      checkMerge({ base, mine, theirs: stored, next, conflicts: result.conflicts, ours });
      stored = next;
      desk.base = next;
      desk.mine = next;
    }
    // Both publish what they have: afterwards each merges nothing, and sees the stored front.
    for (const desk of [...desks, ...desks]) {
      const result = mergeFronts({ ...desk, theirs: stored });
      stored = withMySide(result, result.conflicts, desk.mine);
      desk.base = stored;
      desk.mine = stored;
    }
    for (const desk of desks) expect(mergeFronts({ ...desk, theirs: stored }).merged).toEqual(stored);
    expect(new Set(stored.pins.map(({ post_id: id }) => id)).size).toBe(stored.pins.length);
  },
);

function checkMerge({
  base,
  mine,
  theirs,
  next,
  conflicts,
  ours,
}: {
  readonly base: SentFront;
  readonly mine: SentFront;
  readonly theirs: SentFront;
  readonly next: SentFront;
  readonly conflicts: readonly FrontConflict[];
  readonly ours: readonly FrontConflict[];
}): void {
  const conflictIds = conflicts.flatMap((one) => (one.kind === 'pin' ? [one.post_id] : []));
  const ids = new Set([base, mine, theirs, next].flatMap(({ pins }) => pins.map((one) => one.post_id)));
  for (const id of ids) {
    const here = next.pins.find((one) => one.post_id === id);
    const [my, their] = [changeOf(base, mine, id), changeOf(base, theirs, id)];
    if (conflictIds.includes(id)) {
      const isMine = ours.some((one) => one.kind === 'pin' && one.post_id === id);
      expect(here).toEqual(isMine ? my?.to : their?.to);
    } else if (my) expect(here).toEqual(my.to);
    else if (their) expect(here).toEqual(their.to);
    else expect(here).toEqual(base.pins.find((one) => one.post_id === id));
  }
  const line = conflicts.some(({ kind }) => kind === 'breaking')
    ? (ours.some(({ kind }) => kind === 'breaking') ? mine : theirs).breaking
    : JSON.stringify(mine.breaking) === JSON.stringify(base.breaking)
      ? theirs.breaking
      : mine.breaking;
  expect(next.breaking).toEqual(line);
}
