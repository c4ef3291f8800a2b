import type { TagWeight } from '../../blocks/load-context.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import { isAmong } from '../../lib/noted-reads.ts';
import type { Reads } from '../../lib/noted-reads.ts';

const mark = 'setting:';
/** Begins the tag of a set of settings. The rest is the set itself, so nothing has to remember which sets there are. */
export const setMark = 'settings:';

/**
 * The tags of a reply, with one for all settings that were read for it: replies hang on some hundred each, and many on the same ones. It counts as emitted
 * whenever that of one of its settings is (`withSets`).
 */
export function withSettings(
  tags: ReadonlyMap<string, TagWeight>,
  { key }: Reads,
): ReadonlyMap<string, TagWeight> {
  return key === '' ? tags : new Map(tags).set(setMark + key, 'primary');
}

/** What was emitted, and those of the `kept` tags of sets that hold one of the settings among it. */
export function withSets(emissions: readonly Emission[], kept: () => Iterable<string>): readonly Emission[] {
  const changed = emissions.filter(({ tag }) => tag.startsWith(mark));
  if (changed.length === 0) return emissions;
  const touched = [...kept()].flatMap((tag) => {
    const set = tag.slice(setMark.length);
    const emission = changed.find((one) => isAmong(set, one.tag.slice(mark.length)));
    return emission ? [{ ...emission, tag }] : [];
  });
  return [...emissions, ...touched];
}
