import type { Migration } from '../migration.ts';

/** The log says where a change came from, of imports and the command line, too; and whose lead picture a picture is, is found without a look at every post. */
export const notedFrom: Migration = {
  id: 15,
  name: 'noted from',
  steps: ({ key }) => [
    `alter table activity add column came_from ${key} default 'site'`,
    'alter table activity drop constraint activity_words',
    `alter table activity add constraint activity_words check (verb in ('create', 'update', 'trash', 'restore', 'delete', 'import') and kind in ('post', 'term',
      'menu', 'user', 'setting', 'template', 'redirect', 'front', 'comment', 'job', 'site') and came_from in ('site', 'cli', 'import'))`,
    'create index post_featured on post (featured_media_id) where featured_media_id > 0',
  ],
};
