import { randomUUID } from 'node:crypto';
import type { JsonText } from './tables/post-tables.ts';

/**
 * `bulk`: all may be stale for a moment (imports). `change`: pages are dropped, lists may be stale for a moment.
 * `remove`: nothing that shows it is served again (unpublished, deleted, protected).
 */
export type Urgency = 'bulk' | 'change' | 'remove';

const urgencies: readonly Urgency[] = ['bulk', 'change', 'remove'];

export function moreUrgent(a: Urgency | undefined, b: Urgency): Urgency {
  return a !== undefined && urgencies.indexOf(a) > urgencies.indexOf(b) ? a : b;
}

/** Names of tags; domains add theirs (`modules/content/tags.ts`). */
export interface TagNames {
  /**
   * Everything: too many subjects to name, or possibly missed emissions.
   * Emitted by import, kernel/db, modules/backup, modules/fields, modules/related. Heard by kernel/jobs, modules/front, modules/media,
   * modules/menus, modules/settings, modules/shown-texts, modules/templates, modules/terms, modules/users, modules/widgets, site-database,
   * site/cache, site/http, site/install, site/pages.
   */
  everything: '*';
}

export type Tag = TagNames[keyof TagNames];

export interface Emission {
  readonly tag: string;
  readonly urgency: Urgency;
}

/** Matches every tag: sent when a process may have missed emissions. */
export const everything: Emission = { tag: '*', urgency: 'remove' };

export type EmissionListener = (emissions: readonly Emission[]) => void;

/** Notifies caches of this process about committed emissions, of this and other processes. */
export class InvalidationBus {
  readonly origin = randomUUID();
  readonly #listeners = new Set<EmissionListener>();

  listen(listener: EmissionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(emissions: readonly Emission[]): void {
    if (emissions.length === 0) return;
    for (const listener of this.#listeners) listener(emissions);
  }
}

export class EmissionList {
  readonly #byTag = new Map<string, Urgency>();

  add(tag: string, urgency: Urgency = 'change'): void {
    this.#byTag.set(tag, moreUrgent(this.#byTag.get(tag), urgency));
  }

  toArray(): Emission[] {
    return [...this.#byTag].map(([tag, urgency]) => ({ tag, urgency }));
  }
}

/** Compact JSON for the table: `{"change":[…],"remove":[…]}`. */
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
