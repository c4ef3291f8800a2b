/** CLDR's plural categories, in order. */
const categories = [
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
] as const satisfies readonly Intl.LDMLPluralRule[];

export interface Plurals {
  readonly categories: readonly Intl.LDMLPluralRule[];
  readonly select: (count: number) => Intl.LDMLPluralRule;
}

/** Plural rules of the first of these languages that the runtime supports. */
export function pluralsOf(tags: string | readonly string[]): Plurals {
  const rules = new Intl.PluralRules(tags as string | string[]); // the array is only read
  const supported = rules.resolvedOptions().pluralCategories;
  return {
    categories: categories.filter((category) => supported.includes(category)),
    select: (count) => rules.select(count),
  };
}

/**
 * The form for a count; forms are separated by `|` in CLDR's order (`%d comment|%d comments`; four in Polish, one in
 * Japanese). Two forms in a language with another number are English; the last form replaces missing ones.
 */
export function pluralForm(words: string, count: number, plurals: Plurals): string {
  if (!words.includes('|')) return words;
  const forms = words.split('|');
  if (forms.length === 2 && plurals.categories.length !== 2) return forms[Number(count !== 1)] ?? '';
  const category = plurals.select(count);
  // The last form is that of `other`, even if a browser's older data have fewer categories than the server's.
  return (
    (category === 'other' ? undefined : forms[plurals.categories.indexOf(category)]) ?? forms.at(-1) ?? ''
  );
}
