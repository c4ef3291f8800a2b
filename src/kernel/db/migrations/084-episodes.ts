import type { Migration } from '../migration.ts';

/** Finds the posts that name a file for podcast apps without reading all meta. */
export const episodes: Migration = {
  id: 84,
  name: 'episodes',
  steps: () => [
    "create index post_meta_episode on post_meta (post_id) where key in ('enclosure', 'audio_file')",
    "create index post_meta_channel on post_meta (key, post_id) where key like '%:enclosure'",
  ],
};
