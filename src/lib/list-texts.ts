/** What lists tell screen readers in the browser when a page is turned, in English, by the names that translations have. */
export const listTexts = {
  list_more: '%d more articles',
  list_page: 'Page %d',
  list_page_of: 'Page %1$d of %2$d',
} as const;
export type ListText = keyof typeof listTexts;
