import { expect, test } from 'vitest';
import { batch } from './batch.ts';
import { memoizedBy, noteAll, noteReads, noteReadsNow, noteReadsOf, take } from './noted-reads.ts';

const site = noteReadsOf({ name: 'Broadsheet', tagline: 'News', zone: 'UTC' });
const later = () => new Promise((resolve) => setImmediate(resolve));

test('records reads at any depth of the observed work, and none of concurrent work', async () => {
  const [one, other] = await Promise.all([
    noteReads(async () => {
      await later();
      return site.name;
    }),
    noteReads(async () => [site.zone, await later()]),
  ]);
  expect([one.value, [...one.reads], [...other.reads]]).toEqual(['Broadsheet', ['name'], ['zone']]);
  const both = noteReadsNow(() => `${site.tagline} ${site.name}`);
  expect([both.value, [...both.reads]]).toEqual(['News Broadsheet', ['name', 'tagline']]);
  expect(site.name).toBe('Broadsheet');
});

test('using a cached derivation counts as reading its sources, and computing it elsewhere does not', async () => {
  const made = noteReadsNow(() => site.name);
  const outer = await noteReads(async () => {
    noteReadsNow(() => site.zone);
    await later();
    return take(made);
  });
  expect([outer.value, [...outer.reads]]).toEqual(['Broadsheet', ['name']]);
  expect(take(made)).toBe('Broadsheet');
});

test('work that ends at once, and work that it starts, have their own records', async () => {
  let begun: Promise<{ readonly reads: Iterable<string> }> | undefined;
  const outer = await noteReads(async () => {
    const inner = noteReadsNow(() => {
      begun = noteReads(async () => [site.zone, await later(), site.tagline]);
      return site.name;
    });
    return [...inner.reads];
  });
  expect([outer.value, [...outer.reads], [...((await begun)?.reads ?? [])]]).toEqual([
    ['name'],
    [],
    ['tagline', 'zone'],
  ]);
  expect(() =>
    noteReadsNow(() => {
      throw new Error('no good');
    }),
  ).toThrow('no good');
  expect([...(await noteReads(async () => site.name)).reads]).toEqual(['name']);
});

test('a cached derivation counts as read by every caller', () => {
  let made = 0;
  const greeting = memoizedBy((from: typeof site) => `${++made}: ${from.name}`);
  const readGreeting = () => noteReadsNow(() => greeting(site));
  expect([readGreeting(), readGreeting()].map(({ value, reads }) => [value, ...reads])).toEqual([
    ['1: Broadsheet', 'name'],
    ['1: Broadsheet', 'name'],
  ]);
  expect(greeting({ ...site, name: 'Other' })).toBe('2: Other');
});

test('copying counts as reading everything', () => {
  expect([...noteReadsNow(() => ({ ...site })).reads]).toEqual(['name', 'tagline', 'zone']);
});

test('joined calls all count as readers of what the joint call reads', async () => {
  const find = batch(async (ids: readonly number[]) => new Map(ids.map((id) => [id, site.name])));
  const both = await Promise.all([1, 2].map((id) => noteReads(() => find([id]))));
  expect(both.map(({ reads }) => [...reads])).toEqual([['name'], ['name']]);
});

test('sets of the same names have the same key, in whatever order they were read', () => {
  const many = noteReadsOf(Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`many ${n}`, n])));
  const readsOf = (...places: number[]) => noteReadsNow(() => places.map((n) => many[`many ${n}`])).reads;
  const joined = noteReadsNow(() => [readsOf(69), readsOf(1, 31)].forEach(noteAll)).reads;
  expect([[...joined], joined.key === readsOf(31, 1, 69).key]).toEqual([
    ['many 1', 'many 31', 'many 69'],
    true,
  ]);
  expect([joined.has('many 31'), joined.has('many 32'), joined.has('nobody')]).toEqual([true, false, false]);
  expect([readsOf().key, readsOf(31).key === readsOf(32).key]).toEqual(['', false]);
});

test('of many names, those that were read are listed', () => {
  const many = noteReadsOf(
    Object.fromEntries(Array.from({ length: 140 }, (_, index) => [`many-${index}`, index])),
  );
  const names = Array.from({ length: 140 }, (_, index) => `many-${index}`).filter(
    (_, index) => index % 32 > 26 || index % 9 === 0 || index === 139,
  );
  expect([...noteReadsNow(() => names.map((name) => many[name])).reads]).toEqual(names);
  expect([...noteReadsNow(() => undefined).reads]).toEqual([]);
});
