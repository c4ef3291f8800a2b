import { followers as accounts } from './modules/accounts/index.ts';
import { followers as activity } from './modules/activity/index.ts';
import { followers as ads } from './modules/ads/index.ts';
import { followers as backup } from './modules/backup/index.ts';
import { followers as comments } from './modules/comments/index.ts';
import { followers as fields } from './modules/fields/index.ts';
import { followers as findings } from './modules/findings/index.ts';
import { followers as front } from './modules/front/index.ts';
import { followers as imports } from './modules/imports/index.ts';
import { followers as look } from './modules/look/index.ts';
import { followers as media } from './modules/media/index.ts';
import { followers as patterns } from './modules/patterns/index.ts';
import { followers as portraits } from './modules/portraits/index.ts';
import { followers as posts } from './modules/posts/index.ts';
import { followers as push } from './modules/push/index.ts';
import { followers as related } from './modules/related/index.ts';
import { followers as search } from './modules/search/index.ts';
import { followers as shop } from './modules/shop/index.ts';
import { followers as templates } from './modules/templates/index.ts';
import { followers as terms } from './modules/terms/index.ts';
import { followers as users } from './modules/users/index.ts';
import { arrangeFollowers } from './kernel/events.ts';

/** All followers of domain events, in the order in which they run. The server refuses to start with an incomplete list. */
export const followers = arrangeFollowers([
  [posts, 'named-posts'],
  [terms, 'default-category'],
  [users, 'default-role'],
  [users, 'type-capabilities'],
  [ads, 'ad-times'],
  [backup, 'daily-backups'],
  [posts, 'authors'],
  [posts, 'filed-posts'],
  [posts, 'post-references'],
  [patterns, 'pattern-uses'],
  [fields, 'field-index'],
  [shop, 'products'],
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
  [findings, 'findings'],
  [related, 'related'],
  [templates, 'templates'],
  [portraits, 'portraits'],
  [accounts, 'accounts'],
  [imports, 'imports'],
  [posts, 'scheduled-posts'],
  [posts, 'post-tags'],
  [activity, 'activity'],
]);
