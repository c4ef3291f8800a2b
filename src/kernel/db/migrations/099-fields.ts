import type { Migration } from '../migration.ts';

/** Custom fields of post types, indexes of their values, and their values in revisions. */
export const fields: Migration = {
  id: 99,
  name: 'fields',
  steps: ({ id, integer, key, text, clustered }) => [
    `create table field (
      id ${id}, post_type ${key}, name ${key}, kind ${key}, label ${text}, settings ${text}, position ${integer},
      is_ready ${integer})`,
    'create unique index field_name on field (post_type, name)',
    `create table field_set (post_type ${key} primary key, revision ${integer}, updated_at ${integer})`,
    `create table field_number (
      field_id ${integer}, is_listed ${integer}, value double precision not null, published_at ${integer},
      post_id ${integer}, primary key (field_id, is_listed, value, published_at, post_id)) ${clustered}`,
    'create index field_number_post on field_number (post_id, field_id, value)',
    `create table field_text (
      field_id ${integer}, is_listed ${integer}, value ${key}, published_at ${integer}, post_id ${integer},
      primary key (field_id, is_listed, value, published_at, post_id)) ${clustered}`,
    'create index field_text_post on field_text (post_id, field_id, value)',
    'alter table revision add column field_values text',
  ],
};
