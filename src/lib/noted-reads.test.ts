import { expect, test } from 'vitest';
import { batch } from './batch.ts';
import { noteReads, noteReadsNow, noteReadsOf, take } from './noted-reads.ts';

const site = noteReadsOf({ name: 'Broadsheet', tagline: 'News', zone: 'UTC' });
const later = () => new Promise((resolve) => setImmediate(resolve));

test('what is read while some work runs is noted, wherever in it, and nothing that others read meanwhile', async () => {
  const [one, other] = await Promise.all([
    noteReads(async () => {
      await later();
      return site.name;
    }),
    noteReads(async () => [site.zone, await later()]),
  ]);
  expect([one.value, [...one.reads], [...other.reads]]).toEqual(['Broadsheet', ['name'], ['zone']]);
  expect(noteReadsNow(() => `${site.tagline} ${site.name}`)).toEqual({ value: 'News Broadsheet', reads: new Set(['tagline', 'name']) });
  expect(site.name).toBe('Broadsheet');
});

test('who takes what was made before has read what it was made from; who has it made has not', async () => {
  const made = noteReadsNow(() => site.name);
  const outer = await noteReads(async () => {
    noteReadsNow(() => site.zone);
    await later();
    return take(made);
  });
  expect(outer).toEqual({ value: 'Broadsheet', reads: new Set(['name']) });
  expect(take(made)).toBe('Broadsheet');
});

test('a copy has read everything', () => {
  expect([...noteReadsNow(() => ({ ...site })).reads]).toEqual(['name', 'tagline', 'zone']);
});

test('calls that are joined into one have all read what that one reads', async () => {
  const find = batch(async (ids: readonly number[]) => new Map(ids.map((id) => [id, site.name])));
  const both = await Promise.all([1, 2].map((id) => noteReads(() => find([id]))));
  expect(both.map(({ reads }) => [...reads])).toEqual([['name'], ['name']]);
});
