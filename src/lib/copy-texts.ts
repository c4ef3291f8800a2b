/** What copying says in the browser, in English, by the names that translations have. */
export const copyTexts = {
  copy_failed: 'Could not copy',
} as const;
