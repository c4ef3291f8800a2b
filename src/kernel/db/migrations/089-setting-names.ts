import type { Migration } from '../migration.ts';

const names = {
  searched_askers: 'popular_searches_min_readers',
  searched_hidden: 'popular_searches_hidden',
  additional_css_spares_buttons: 'additional_css_excludes_buttons',
};

/** Renames settings; their values stay. */
export const settingNames: Migration = {
  id: 89,
  name: 'setting-names',
  steps: () =>
    Object.entries(names).map(
      ([before, after]) => `update setting set key = '${after}' where key = '${before}'`,
    ),
};
