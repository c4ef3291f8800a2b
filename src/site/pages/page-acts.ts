import { configId } from '../../reader/islands/acting.ts';
import type { Act } from '../../reader/islands/acting.ts';

/** Browser code that the views of a page or fragment asked for, and its texts (`text-acts.ts`), which tell it nothing. */
export class PageActs {
  /** Behaviours and islands of its elements. */
  readonly names = new Set<string>();
  /** Behaviours that act on the whole page. */
  readonly onPage = new Set<string>();
  /** What they are told, by `{name}.{id}`. */
  readonly #configs = new Map<string, unknown>();

  readonly note = ({ name, config, onPage }: Act): void => {
    (onPage ? this.onPage : this.names).add(name);
    if (config !== undefined) this.#configs.set(`${name}.${configId(config)}`, config);
  };

  get configs(): Readonly<Record<string, unknown>> {
    return Object.fromEntries([...this.#configs].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
