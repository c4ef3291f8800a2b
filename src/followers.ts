import { followers as activity } from './content/activity/index.ts';
import { followers as comments } from './content/comments/index.ts';
import { followers as front } from './content/front/index.ts';
import { followers as look } from './content/look/index.ts';
import { followers as media } from './content/media/index.ts';
import { followers as patterns } from './content/patterns/index.ts';
import { followers as posts } from './content/posts/index.ts';
import { followers as push } from './content/push/index.ts';
import { followers as related } from './content/related/index.ts';
import { followers as search } from './content/search/index.ts';
import { followers as templates } from './content/templates/index.ts';
import { arrangeFollowers } from './kernel/events.ts';

/** Every follower by name, in the order in which they run for each event. */
const order = [
  'post-references',
  'pattern-uses',
  'old-slugs',
  'media',
  'script-blocks',
  'search',
  'comments',
  'pattern-texts',
  'fonts',
  'push',
  'shared-drafts',
  'front',
  'related',
  'templates',
  'scheduled-posts',
  'post-tags',
  'activity',
];

/** Followers of domain events, arranged. A follower without a place, or a place without one, stops the start. */
export const followers = arrangeFollowers(order, [
  ...activity,
  ...comments,
  ...front,
  ...look,
  ...media,
  ...patterns,
  ...posts,
  ...push,
  ...related,
  ...search,
  ...templates,
]);
