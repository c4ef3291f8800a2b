import type { Migration } from '../migration.ts';

/** Of which comments nobody who wrote the post has heard yet: the others are no news when they are public again. Those that are public have been told. */
export const untoldComments: Migration = {
  id: 73,
  name: 'untold comments',
  steps: ({ integer }) => [
    `alter table comment add column is_untold ${integer} not null default 0 check (is_untold in (0, 1))`,
    `update comment set is_untold = 1 where status <> 'approved'`,
  ],
};
