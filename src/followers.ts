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

/** Every follower of domain events, in the order in which they run for each event. An incomplete list stops the start. */
export const followers = arrangeFollowers([
  [posts, 'post-references'],
  [patterns, 'pattern-uses'],
  [posts, 'old-slugs'],
  [media, 'media'],
  [posts, 'script-blocks'],
  [search, 'search'],
  [comments, 'comments'],
  [patterns, 'pattern-texts'],
  [look, 'fonts'],
  [push, 'push'],
  [posts, 'shared-drafts'],
  [front, 'front'],
  [related, 'related'],
  [templates, 'templates'],
  [posts, 'scheduled-posts'],
  [posts, 'post-tags'],
  [activity, 'activity'],
]);
