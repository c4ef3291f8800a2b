import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { fold } from '../../lib/fold.ts';

/** A column as searches fold it, which is how people look for names: `anna` and `Émile` stand before `Zoe`. Asks each row. */
export function folded(column: string): RawBuilder<string> {
  return sql<string>`folded(${sql.ref(column)})`;
}

/** Whether a column holds a text, both as searches fold them: `Łódź` is found by `lodz`, `Straße` by `STRASSE`. Asks each row. */
export function holdsFolded(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${folded(column)} like ${holding(fold(text))} escape '\\'`;
}

/** What a column is like that holds a text, with `escape '\\'`: the signs of patterns are looked for as they are. */
export const holding = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
