import type { Emission } from '../../kernel/db/invalidation.ts';

/** What was emitted since a render began. */
export interface Touched {
  /** One of its tags was emitted: what it read may be old. */
  readonly changed: boolean;
  /** One of them by a removal: what it read may not be shown any more. */
  readonly removed: boolean;
}

const most = 5000;

/** Remembers what was emitted while renders run, and nothing when none runs. */
export class EmissionLog {
  /** Grows by one with every batch of emissions. */
  position = 0;
  #running = 0;
  /** Position of the newest change and removal of each tag; `*` stands for all. */
  #changed = new Map<string, number>();
  #removed = new Map<string, number>();

  record(emissions: readonly Emission[]): void {
    this.position++;
    if (this.#running === 0) return;
    for (const { tag, urgency } of emissions) {
      this.#changed.set(tag, this.position);
      if (urgency === 'remove') this.#removed.set(tag, this.position);
    }
    if (this.#changed.size <= most) return;
    // Too many to tell apart: renders that run now count as touched by all of them.
    const removed = this.#removed.size > 0;
    this.#forget();
    this.#changed.set('*', this.position);
    if (removed) this.#removed.set('*', this.position);
  }

  /** Call before a render reads anything; returns the position to compare with. */
  begin(): number {
    this.#running++;
    return this.position;
  }

  end(): void {
    if (--this.#running === 0) this.#forget();
  }

  touched(tags: Iterable<string>, since: number): Touched {
    if (this.position === since) return { changed: false, removed: false };
    const after = (at: number | undefined) => at !== undefined && at > since;
    let changed = after(this.#changed.get('*'));
    let removed = after(this.#removed.get('*'));
    for (const tag of tags) {
      changed ||= after(this.#changed.get(tag));
      removed ||= after(this.#removed.get(tag));
    }
    return { changed, removed };
  }

  #forget(): void {
    this.#changed.clear();
    this.#removed.clear();
  }
}
