import type { ReaderText } from './en.ts';

/** What `Intl` says in any language: a catalogue has no words for it, only the settings of a site. */
export const saidByIntl = [
  'month_names',
  'month_names_short',
  'day_names',
  'day_names_short',
  'time_units',
  'authors_and',
  'minutes_to_read',
  'core_minutes',
  'core_minutes_range',
] as const satisfies readonly ReaderText[];

/** Settings whose defaults are words that readers see: on a site in another language they are that one's. */
export const spokenSettings = [
  'push_heading',
  'push_subheading',
  'push_allow_text',
  'push_deny_text',
  'related_posts_headline',
  'trending_title',
  'trending_filter_label',
] as const;
export type SpokenSetting = (typeof spokenSettings)[number];

export const isSpoken = (key: string): key is SpokenSetting =>
  (spokenSettings as readonly string[]).includes(key);

/** Name of what a catalogue says. */
export type CatalogueText = Exclude<ReaderText, (typeof saidByIntl)[number]> | SpokenSetting;

/**
 * All that readers see, in one language: a file `src/languages/catalogues/{tag}.ts` that exports it as `catalogue`. Places of values (`%s`, `%2$d`) stay as
 * the English wording has them, in any order once they are numbered. A wording that counts has as many forms as the language (`lib/plural.ts`).
 */
export type Catalogue = Readonly<Record<CatalogueText, string>>;
