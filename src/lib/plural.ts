/** What CLDR calls the kinds of counts, in its order. */
const categories = [
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
] as const satisfies readonly Intl.LDMLPluralRule[];

/** How a language tells counts apart. */
export interface Plurals {
  /** The kinds of counts, in the order of a wording's forms. */
  readonly categories: readonly Intl.LDMLPluralRule[];
  /** The kind of a count. */
  readonly select: (count: number) => Intl.LDMLPluralRule;
}

/** How the first of these languages that the runtime has data for tells counts apart. */
export function pluralsOf(tags: string | readonly string[]): Plurals {
  const rules = new Intl.PluralRules(tags as string | string[]); // which it only reads
  const told = rules.resolvedOptions().pluralCategories;
  return {
    categories: categories.filter((category) => told.includes(category)),
    select: (count) => rules.select(count),
  };
}

/**
 * The form of a wording for this many. Its forms stand with `|` between them, one for each kind of counts that the language tells apart, in CLDR's order: zero,
 * one, two, few, many, other (`%d comment|%d comments`; in Polish four, in Japanese one). Two forms in a language with another number of them are English: for
 * one thing, and for several. Of any other number the last stands for those that are missing.
 */
export function pluralForm(words: string, count: number, plurals: Plurals): string {
  if (!words.includes('|')) return words;
  const forms = words.split('|');
  if (forms.length === 2 && plurals.categories.length !== 2) return forms[Number(count !== 1)] ?? '';
  const category = plurals.select(count);
  // The last form is that of `other`, also where a browser's older data tell fewer kinds apart than the server's.
  return (
    (category === 'other' ? undefined : forms[plurals.categories.indexOf(category)]) ?? forms.at(-1) ?? ''
  );
}
