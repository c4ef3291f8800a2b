import type { SentFieldDefinition } from '../fields/index.ts';
import { episodeType, eventType, recipeType, reviewType } from '../types/index.ts';
import type { TypeDefinition } from '../types/index.ts';

export const readyTypeNames = [reviewType, eventType, recipeType, episodeType] as const;
export type ReadyTypeName = (typeof readyTypeNames)[number];

/** An item that shows what the type does. */
export interface Sample {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly content: string;
  readonly status: 'publish' | 'draft';
  readonly meta: Readonly<Record<string, unknown>>;
  /** A generated tone as the field `audio`. */
  readonly audio?: { readonly seconds: number; readonly hertz: number };
}

/** A post type with everything that it needs. Switched on, it is an ordinary type of the site. */
export interface ReadyType {
  readonly name: ReadyTypeName;
  readonly summary: string;
  readonly definition: TypeDefinition;
  readonly fields: readonly SentFieldDefinition[];
  /** Block markup of the page of an item, and of the archive. */
  readonly item: string;
  readonly archive: string;
  /** `now`: dates of events lie after it. */
  readonly samples: (now: number) => readonly Sample[];
}
