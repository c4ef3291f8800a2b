import type { Generated } from 'kysely';
import type { JsonText, Millis } from './post-tables.ts';

export interface FieldTable {
  id: Generated<number>;
  post_type: string;
  name: string;
  kind: string;
  label: string;
  /** The rest of the definition (`modules/fields/model.ts`). */
  settings: JsonText;
  position: number;
  /** 0: not all stored values are indexed. */
  is_ready: number;
}

export interface FieldSetTable {
  post_type: string;
  /** Incremented by each change of the type's fields; stale saves are refused. 0: never saved. */
  revision: number;
  updated_at: Millis;
}

/** Values of fields that lists are filtered or sorted by; derived from `post_meta`. */
export interface FieldNumberTable {
  field_id: number;
  /** 1: the post is in the lists of visitors. */
  is_listed: number;
  value: number;
  published_at: Millis;
  post_id: number;
}

export interface FieldTextTable extends Omit<FieldNumberTable, 'value'> {
  value: string;
}
