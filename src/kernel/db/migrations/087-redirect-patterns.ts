import type { Migration } from '../migration.ts';

/** Patterns of redirects, and daily counts of paths without a page. Existing sources with `*` stay literal. */
export const redirectPatterns: Migration = {
  id: 87,
  name: 'redirect-patterns',
  steps: ({ id, integer, key }) => [
    `alter table redirect add column stem ${key} default ''`,
    `create index redirect_stem on redirect (stem) where stem <> ''`,
    `create table missing_page (
      id ${id}, day ${integer}, path ${key}, count ${integer}, seen_at ${integer})`,
    'create unique index missing_page_path on missing_page (path, day)',
    'create index missing_page_day on missing_page (day)',
  ],
};
