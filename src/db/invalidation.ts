import { randomUUID } from 'node:crypto';
import type { JsonText } from './tables/post-tables.ts';

/** `change`: secondary lists may be served stale for a moment. `remove`: nothing that shows it may be served again (unpublished, deleted, protected). */
export type Urgency = 'change' | 'remove';

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

/** Collects what one transaction emits; a later `remove` outranks a `change`. */
export class EmissionList {
  readonly #byTag = new Map<string, Urgency>();

  add(tag: string, urgency: Urgency = 'change'): void {
    if (this.#byTag.get(tag) !== 'remove') this.#byTag.set(tag, urgency);
  }

  toArray(): Emission[] {
    return [...this.#byTag].map(([tag, urgency]) => ({ tag, urgency }));
  }
}

/** Compact text for the table: `{"change":[…],"remove":[…]}`. */
export function encodeEmissions(emissions: readonly Emission[]): JsonText {
  return JSON.stringify(Object.groupBy(emissions.map(({ tag, urgency }) => ({ tag, urgency })), ({ urgency }) => urgency), (key, value) =>
    Array.isArray(value) ? value.map((item: Emission) => item.tag) : value);
}

export function decodeEmissions(text: JsonText): Emission[] {
  const groups = JSON.parse(text) as Partial<Record<Urgency, string[]>>;
  return [
    ...(groups.change ?? []).map((tag): Emission => ({ tag, urgency: 'change' })),
    ...(groups.remove ?? []).map((tag): Emission => ({ tag, urgency: 'remove' })),
  ];
}
