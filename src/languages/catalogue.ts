import type { ReaderText } from './en.ts';

/** Strings that `Intl` provides in any language; only settings replace them, not catalogues. */
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

/** Settings whose defaults readers see; the defaults follow the site's language. */
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

export type CatalogueText = Exclude<ReaderText, (typeof saidByIntl)[number]> | SpokenSetting;

/**
 * All public strings in one language; `src/languages/catalogues/{tag}.ts` exports it as `catalogue`. Placeholders (`%s`, `%2$d`)
 * match the English ones; numbered ones may be reordered. A count has the language's plural forms (`lib/plural.ts`).
 */
export type Catalogue = Readonly<Record<CatalogueText, string>>;
