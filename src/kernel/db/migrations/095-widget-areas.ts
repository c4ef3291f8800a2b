import type { Migration } from '../migration.ts';

/** The blocks of sidebars and footer columns that were edited. Other areas have the content of the templates. */
export const widgetAreas: Migration = {
  id: 95,
  name: 'widget-areas',
  steps: ({ integer, key, text }) => [
    `create table widget_area (
      area ${key}, content ${text}, is_edited ${integer}, revision ${integer}, updated_at ${integer},
      primary key (area))`,
  ],
};
