import type { JsonText, Millis } from './post-tables.ts';

export interface ContentTypeTable {
  /** Of a post type or a taxonomy: no two have the same name. */
  name: string;
  kind: 'post_type' | 'taxonomy';
  definition: JsonText;
  /** Incremented by each change, deletion included. */
  revision: number;
  /** 1: its items stay, but have no addresses and no routes. */
  is_deleted: number;
  updated_at: Millis;
}
