import { randomUUID } from 'node:crypto';
import type { JsonText } from './tables/post-tables.ts';

/**
 * `bulk`: whatever shows it may be served stale for a moment; for imports, which touch everything again and again.
 * `change`: pages about it are dropped, those that only list it may be served stale for a moment.
 * `remove`: nothing that shows it may be served again (unpublished, deleted, protected).
 */
export type Urgency = 'bulk' | 'change' | 'remove';

const urgencies: readonly Urgency[] = ['bulk', 'change', 'remove'];

/** The more urgent of two. */
export function moreUrgent(a: Urgency | undefined, b: Urgency): Urgency {
  return a !== undefined && urgencies.indexOf(a) > urgencies.indexOf(b) ? a : b;
}

/** The tags that there are, by names of their own; the domain adds its own (`modules/content/tags.ts`). */
export interface TagNames {
  /**
   * Everything: what is too much to name, and what a process can't know that it missed.
   * Emitted by import, kernel/db, modules/backup, modules/related. Heard by kernel/jobs, modules/media, modules/menus, modules/settings,
   * modules/shown-texts, modules/templates, modules/terms, modules/users, site/cache, site/http, site/install, site/pages.
   */
  everything: '*';
}

/** Names something of the site that writers touch and that pages show. */
export type Tag = TagNames[keyof TagNames];

/** One tag (`post:12`, `list:category:3`, `menu`, `setting`) that a committed writer touched. */
export interface Emission {
  readonly tag: string;
  readonly urgency: Urgency;
}

/** Stands for every tag: sent when a process can't know what it missed. */
export const everything: Emission = { tag: '*', urgency: 'remove' };

export type EmissionListener = (emissions: readonly Emission[]) => void;

/** Tells caches of this process what committed writers, here and in other processes, touched. */
export class InvalidationBus {
  /** Names this process in the `invalidation` table. */
  readonly origin = randomUUID();
  readonly #listeners = new Set<EmissionListener>();

  /** Calls `listener` after every commit that emitted something; returns the way to stop it. */
  listen(listener: EmissionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(emissions: readonly Emission[]): void {
    if (emissions.length === 0) return;
    for (const listener of this.#listeners) listener(emissions);
  }
}

/** Collects what one transaction emits; of one tag the most urgent counts. */
export class EmissionList {
  readonly #byTag = new Map<string, Urgency>();

  add(tag: string, urgency: Urgency = 'change'): void {
    this.#byTag.set(tag, moreUrgent(this.#byTag.get(tag), urgency));
  }

  toArray(): Emission[] {
    return [...this.#byTag].map(([tag, urgency]) => ({ tag, urgency }));
  }
}

/** Compact text for the table: `{"change":[…],"remove":[…]}`. */
export function encodeEmissions(emissions: readonly Emission[]): JsonText {
  return JSON.stringify(
    Object.groupBy(
      emissions.map(({ tag, urgency }) => ({ tag, urgency })),
      ({ urgency }) => urgency,
    ),
    (key, value) => (Array.isArray(value) ? value.map((item: Emission) => item.tag) : value),
  );
}

export function decodeEmissions(text: JsonText): Emission[] {
  const groups = JSON.parse(text) as Partial<Record<Urgency, string[]>>;
  return urgencies.flatMap((urgency) => (groups[urgency] ?? []).map((tag): Emission => ({ tag, urgency })));
}
