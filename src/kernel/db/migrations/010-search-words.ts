import type { Migration } from '../migration.ts';

/** The words of the search index become readable, so that the beginning of one can be looked up as the words that it may become. */
export const searchWords: Migration = {
  id: 10,
  name: 'search words',
  steps: ({ search }) => search.createSpellings,
};
