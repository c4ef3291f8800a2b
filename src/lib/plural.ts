/** What CLDR calls the kinds of counts, in its order. */
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies readonly Intl.LDMLPluralRule[];

/**
 * The form of a wording for this many. Its forms stand with `|` between them, one for each kind of counts that the language tells apart, in CLDR's order: zero,
 * one, two, few, many, other (`%d comment|%d comments`; in Polish four, in Japanese one). Two forms in a language with another number of them are English: for
 * one thing, and for several. Of any other number the last stands for those that are missing.
 */
export function pluralForm(words: string, count: number, rules: Intl.PluralRules): string {
  if (!words.includes('|')) return words;
  const forms = words.split('|');
  const told = pluralCategories(rules);
  if (forms.length === 2 && told.length !== 2) return forms[Number(count !== 1)] ?? '';
  const category = rules.select(count);
  // The last form is that of `other`, also where a browser's older data tell fewer kinds apart than the server's.
  return (category === 'other' ? undefined : forms[told.indexOf(category)]) ?? forms.at(-1) ?? '';
}

/** The kinds of counts that a language tells apart, in the order of a wording's forms. */
export function pluralCategories(rules: Intl.PluralRules): readonly Intl.LDMLPluralRule[] {
  const told = rules.resolvedOptions().pluralCategories;
  return categories.filter((category) => told.includes(category));
}
