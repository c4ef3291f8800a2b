import type { Migration } from '../migration.ts';

/** Icon, badge and audience of menu items; empty: none, and everyone. */
export const menuItemLooks: Migration = {
  id: 88,
  name: 'menu-item-looks',
  steps: ({ key, text }) => [
    `alter table menu_item add column icon ${key} default ''`,
    `alter table menu_item add column badge ${text} default ''`,
    `alter table menu_item add column audience ${key} default '' check (audience in ('', 'signed-in', 'signed-out'))`,
  ],
};
