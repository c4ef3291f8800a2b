import type { Migration } from '../migration.ts';

/**
 * Texts of ASCII alone, as most names and titles are, become small and nothing else: a nineteenth of the time on PostgreSQL, where searches fold each row that
 * they ask. A function that is not `strict` is written out in the query; one with `case` that is would be called.
 */
export const foldedQuickly: Migration = {
  id: 72,
  name: 'folded-quickly',
  steps: ({ name }) =>
    name === 'sqlite'
      ? []
      : [
          'alter function folded(text) rename to folded_beyond_ascii',
          `create function folded(text) returns text language sql immutable parallel safe as $fold$
      select case when octet_length($1) = length($1) then lower($1 collate "C") else folded_beyond_ascii($1) end
    $fold$`,
        ],
};
