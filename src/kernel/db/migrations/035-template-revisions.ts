import type { Migration } from '../migration.ts';

/**
 * What templates said before, and who saved it: 0 where nobody with an account did. Those of posts stand in `revision`, whose rows all name a post: routes find
 * them by id, and they go with it.
 */
export const templateRevisions: Migration = {
  id: 35,
  name: 'template revisions',
  steps: ({ id, integer, text }) => [
    `create table template_revision (id ${id}, template_id ${integer}, author_id ${integer}, title ${text}, content ${text}, created_at ${integer})`,
    'create index template_revision_template on template_revision (template_id, id)',
  ],
};
