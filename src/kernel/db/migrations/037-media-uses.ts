import type { Migration } from '../migration.ts';
import { enqueueAll } from '../migration.ts';

/** What texts say of files of the library, and what files of one content have in common; a job behind the site notes the first of what is there. */
export const mediaUses: Migration = {
  id: 37,
  name: 'media uses',
  steps: ({ integer, key, clustered }) => [
    `create table media_mention (post_id ${integer}, name ${key}, primary key (name, post_id)) ${clustered}`,
    'create index media_mention_post on media_mention (post_id)',
    `alter table media add column content_hash ${key} default ''`,
    `create index media_content_hash on media (content_hash) where content_hash <> ''`,
    enqueueAll('media-mentions', 'post'),
  ],
};
