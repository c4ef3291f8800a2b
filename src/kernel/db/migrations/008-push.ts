import type { Migration } from '../migration.ts';

/** Browsers that asked to be told of articles, and the articles that they are told of. */
export const push: Migration = {
  id: 8,
  name: 'push',
  steps: ({ id, integer, key }) => [
    `create table push_subscription (
      id ${id}, endpoint ${key}, p256dh ${key}, auth ${key}, site_url ${key}, created_at ${integer}, told ${integer}, due_at ${integer} default 0,
        claim ${key} default '', attempts ${integer} default 0,
      failing_since ${integer} default 0)`,
    `create unique index push_subscription_endpoint on push_subscription (endpoint)`,
    `create index push_subscription_told on push_subscription (told, due_at)`,
    `create table push_message (number ${integer} primary key, post_id ${integer}, created_at ${integer})`,
    `create unique index push_message_post on push_message (post_id)`,
  ],
};
