/** Strings of search fields, in English, by translation key. `search_count` has plural forms (`plural.ts`). */
export const searchTexts = {
  search: 'Search',
  search_label: 'Search this site',
  search_close: 'Close',
  search_waiting: 'Searching…',
  search_failed: 'Search is not responding. Press Enter to see the results on a separate page.',
  search_results: 'Search results',
  search_no_results: 'No results',
  search_count: '%d result|%d results',
} as const;

export type SearchText = keyof typeof searchTexts;
