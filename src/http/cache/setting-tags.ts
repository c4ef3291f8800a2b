import type { TagWeight } from '../../blocks/load-context.ts';
import type { Emission } from '../../db/invalidation.ts';

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
  /** By the settings in it, each a bit. */
  readonly #tags = new Map<string, string>();
  readonly #sets = new Map<string, ReadonlySet<string>>();
  readonly #places = new Map<string, number>();

  /** The tags of a reply, with one for all settings among them. `setting:…` tags weigh the most there is. */
  withoutSettings(tags: ReadonlyMap<string, TagWeight>): ReadonlyMap<string, TagWeight> {
    const names = [...tags.keys()].filter((tag) => tag.startsWith(mark));
    if (names.length === 0) return tags;
    const others = new Map([...tags].filter(([tag]) => !tag.startsWith(mark)));
    return others.set(this.#tagOf(names), 'primary');
  }

  /** What was emitted, and the tags of the sets that hold one of the settings among it. */
  withSets(emissions: readonly Emission[]): readonly Emission[] {
    const changed = emissions.filter(({ tag }) => tag.startsWith(mark));
    if (changed.length === 0) return emissions;
    const touched = [...this.#sets].flatMap(([tag, set]) => {
      const emission = changed.find((one) => set.has(one.tag));
      return emission ? [{ ...emission, tag }] : [];
    });
    return [...emissions, ...touched];
  }

  #tagOf(names: readonly string[]): string {
    const bits = new Uint16Array(this.#places.size / 16 + names.length / 16 + 2);
    for (const name of names) {
      const place = this.#places.get(name) ?? this.#places.size;
      this.#places.set(name, place);
      bits[place >> 4] = (bits[place >> 4] ?? 0) | (1 << (place & 15));
    }
    const key = String.fromCharCode(...bits.subarray(0, bits.findLastIndex((part) => part !== 0) + 1));
    const known = this.#tags.get(key);
    if (known !== undefined) return known;
    if (this.#sets.size >= most) return anySetting;
    const tag = `settings:${this.#sets.size + 1}`;
    this.#tags.set(key, tag);
    this.#sets.set(tag, new Set(names));
    return tag;
  }
}
