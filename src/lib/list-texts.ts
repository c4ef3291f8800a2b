/** What the numbers of a list say, drawn by the server and in the browser. */
export const pagerTexts = {
  pager_page: 'Page',
  pager_newer: 'Newer',
  pager_older: 'Older',
} as const;

/** What lists say in the browser when a page is turned, in English, by the names that translations have. */
export const listTexts = {
  list_more: '%d more article|%d more articles',
  list_page: 'Page %d',
  list_page_of: 'Page %1$d of %2$d',
  ...pagerTexts,
} as const;
export type ListText = keyof typeof listTexts;
