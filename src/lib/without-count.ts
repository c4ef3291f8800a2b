/** `Intl`'s words for a time in Hebrew say once more, in brackets, how many: `לפני שבוע (1)`, "a week ago (1)". Nobody writes so. */
export const withoutCount = (words: string): string => words.replace(/ \(.*/, '');
