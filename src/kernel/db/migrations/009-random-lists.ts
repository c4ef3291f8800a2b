import type { Migration } from '../migration.ts';

const slots = [1, 2, 3, 4];

/**
 * Random lists walk an index that begins with the type, as all lists do: SQLite passed over the old ones, since a bound type cannot promise that it is `post`,
 * and sorted every post.
 */
export const randomLists: Migration = {
  id: 9,
  name: 'random lists',
  steps: () =>
    slots.flatMap((slot) => [
      `drop index post_rnd${slot}`,
      `create index post_random${slot} on post (type, rnd${slot}, id) where status = 'publish' and password = ''`,
    ]),
};
