import type { Migration } from '../migration.ts';

/** The index of formats holds the videos in the same order; PostgreSQL, which plans each query anew, weighs every index of a table each time. */
export const videosByFormat: Migration = {
  id: 70,
  name: 'videos by format',
  steps: () => ['drop index post_video'],
};
