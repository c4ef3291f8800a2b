import type { Millis } from './post-tables.ts';

export interface WidgetAreaTable {
  area: string;
  /** Block markup; empty unless `is_edited`. */
  content: string;
  /** 0: the area has the content of the templates. */
  is_edited: number;
  /** Incremented by each change, resets included; stale saves are refused. 0: never saved. */
  revision: number;
  updated_at: Millis;
}
