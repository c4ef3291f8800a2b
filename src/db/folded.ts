import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fold } from '../lib/fold.ts';

/** Whether a column holds a text, both as searches fold them: `Łódź` is found by `lodz`, `Straße` by `STRASSE`. Asks each row. */
export function holdsFolded(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`folded(${sql.ref(column)}) like ${`%${fold(text).replace(/[\\%_]/g, '')}%`}`;
}
