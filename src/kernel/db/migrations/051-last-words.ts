import type { Migration } from '../migration.ts';

/** Which revision of their post texts are, or began from, and who takes a text over as soon as who has it is heard of. Nobody knows it of what is there. */
export const lastWords: Migration = {
  id: 51,
  name: 'last words',
  steps: ({ integer }) => [
    `alter table revision add column post_revision ${integer} not null default 0`,
    `alter table post_lock add column claimed ${integer} not null default 0`,
  ],
};
