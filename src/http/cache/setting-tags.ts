import type { TagWeight } from '../../blocks/load-context.ts';
import type { Emission } from '../../db/invalidation.ts';
import type { Reads } from '../../lib/noted-reads.ts';

const mark = 'setting:';
/** Sets that are told apart; beyond them replies hang on every setting. */
const most = 1000;
/** Emitted with every change of a setting. */
const anySetting = 'settings';

/**
 * Replies hang on the settings that were read for them, some hundred each, and many on the same ones: a set of settings has one tag (`settings:7`), which
 * counts as emitted whenever that of one of its settings is.
 */
export class SettingTags {
  /** By the keys of sets. */
  readonly #tags = new Map<string, string>();
  readonly #sets = new Map<string, Reads>();

  /** The tags of a reply, with one for all settings that were read for it. */
  tagsFor(tags: ReadonlyMap<string, TagWeight>, reads: Reads): ReadonlyMap<string, TagWeight> {
    const { key } = reads;
    return key === '' ? tags : new Map(tags).set(this.#tagOf(key, reads), 'primary');
  }

  /** What was emitted, and the tags of the sets that hold one of the settings among it. */
  withSets(emissions: readonly Emission[]): readonly Emission[] {
    const changed = emissions.filter(({ tag }) => tag.startsWith(mark));
    if (changed.length === 0) return emissions;
    const touched = [...this.#sets].flatMap(([tag, set]) => {
      const emission = changed.find((one) => set.has(one.tag.slice(mark.length)));
      return emission ? [{ ...emission, tag }] : [];
    });
    return [...emissions, ...touched];
  }

  #tagOf(key: string, reads: Reads): string {
    const known = this.#tags.get(key);
    if (known !== undefined) return known;
    if (this.#sets.size >= most) return anySetting;
    const tag = `settings:${this.#sets.size + 1}`;
    this.#tags.set(key, tag);
    this.#sets.set(tag, reads);
    return tag;
  }
}
