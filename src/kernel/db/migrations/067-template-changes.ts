import type { Migration } from '../migration.ts';

/**
 * Who changed which template or assignment, so that it can be undone; what a deleted one was used for. And what is asked before a change: how many pages follow
 * the template of their kind, without a look at every post.
 */
export const templateChanges: Migration = {
  id: 67,
  name: 'template changes',
  steps: ({ id, integer, key, text, clustered }) => [
    `create table template_change (id ${id}, kind ${key} not null, item_id ${integer} not null, template_id ${integer} not null,
      action ${key} not null check (action in ('create', 'update', 'delete', 'assign')), title ${text} not null, user_id ${integer} not null,
      created_at ${integer} not null, undoes_id ${integer} not null, before ${text} not null, after ${text} not null)`,
    'create index template_change_kind on template_change (kind, id)',
    'create index template_change_item on template_change (kind, item_id)',
    'create index template_change_template on template_change (template_id, action)',
    'create index template_change_undoes on template_change (undoes_id)',
    'create index template_change_user on template_change (user_id)',
    `create table template_change_use (change_id ${integer} not null, kind ${key} not null, item_id ${integer} not null,
      primary key (change_id, kind, item_id)) ${clustered}`,
    'create index template_change_use_item on template_change_use (kind, item_id)',
    `create index post_behind_password on post (type, id) where status = 'publish' and password <> ''`,
    `create index post_meta_layout on post_meta (key, post_id) where key in ('_wp_page_template', 'full_screen_header') and value not in ('', 'default', '0')`,
  ],
};
