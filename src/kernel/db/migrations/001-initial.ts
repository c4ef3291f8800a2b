import type { Migration } from '../migration.ts';

/** The first schema: the whole content domain. */
export const initial: Migration = {
  id: 1,
  name: 'initial',
  steps: ({ id, integer, key, text, clustered, search }) => [
    `create table post (
      id ${id}, type ${key}, status ${key}, slug ${key}, author_id ${integer} default 0, parent_id ${integer} default 0, menu_order ${integer} default 0,
      published_at ${integer} default 0, modified_at ${integer} default 0, created_at ${integer} default 0, revision ${integer} default 1,
      sticky ${integer} default 0, format ${key} default 'standard', comment_status ${key} default 'open', ping_status ${key} default 'closed',
      comment_count ${integer} default 0, view_count ${integer} default 0, featured_media_id ${integer} default 0, mime_type ${key} default '',
      password ${text} default '', guid ${key} default '',
      rnd1 ${integer} default 0, rnd2 ${integer} default 0, rnd3 ${integer} default 0, rnd4 ${integer} default 0,
      title ${text} default '', excerpt ${text} default '', content ${text} default '')`,
    `create index post_listing on post (type, published_at, id) where status = 'publish' and password = ''`,
    `create index post_status on post (type, status, published_at, id)`,
    `create index post_slug on post (slug, type)`,
    `create index post_author on post (author_id, type, published_at, id) where status = 'publish' and password = ''`,
    `create index post_parent on post (parent_id, type, menu_order)`,
    `create index post_schedule on post (status, published_at)`,
    `create index post_sticky on post (published_at, id) where sticky = 1`,
    `create index post_modified on post (type, modified_at, id) where status = 'publish' and password = ''`,
    `create index post_comments on post (type, comment_count, id) where status = 'publish' and password = ''`,
    `create index post_views on post (type, view_count, id) where status = 'publish' and password = ''`,
    ...[1, 2, 3, 4].map(
      (slot) =>
        `create index post_rnd${slot} on post (rnd${slot}, id) where type = 'post' and status = 'publish' and password = ''`,
    ),

    `create table post_meta (id ${id}, post_id ${integer}, key ${key}, value ${text})`,
    `create index post_meta_post on post_meta (post_id, key)`,

    `create table term_relationship (post_id ${integer}, term_id ${integer}, position ${integer} default 0, primary key (post_id, term_id)) ${clustered}`,
    `create index term_relationship_term on term_relationship (term_id, post_id)`,
    `create table post_term (term_id ${integer}, post_type ${key}, published_at ${integer}, post_id ${integer},
      primary key (term_id, post_type, published_at, post_id)) ${clustered}`,
    `create index post_term_post on post_term (post_id)`,

    `create table post_render (post_id ${integer} primary key, render_key ${key}, document ${text})`,
    `create table revision (id ${id}, post_id ${integer}, author_id ${integer}, kind ${key}, title ${text}, excerpt ${text}, ` +
      `content ${text}, created_at ${integer})`,
    `create index revision_post on revision (post_id, created_at)`,
    `create table old_slug (slug ${key}, post_id ${integer}, primary key (slug, post_id)) ${clustered}`,
    `create table counter (key ${key} primary key, value ${integer}) ${clustered}`,
    `create table media (
      post_id ${integer} primary key, file ${key} default '', source_url ${key} default '', width ${integer} default 0, height ${integer} default 0,
      bytes ${integer} default 0, alt ${text} default '', focal_x ${integer} default 500, focal_y ${integer} default 500, color ${key} default '',
        sizes ${text} default '{}')`,
    `create index media_file on media (file)`,
    `create index media_source on media (source_url)`,
    ...search.create,

    `create table term (
      id ${id}, taxonomy ${key}, slug ${key}, name ${text}, description ${text} default '', parent_id ${integer} default 0,
      count ${integer} default 0)`,
    `create unique index term_slug on term (taxonomy, slug)`,
    `create index term_parent on term (parent_id)`,
    `create index term_count on term (taxonomy, count)`,
    `create table term_meta (id ${id}, term_id ${integer}, key ${key}, value ${text})`,
    `create index term_meta_term on term_meta (term_id, key)`,

    `create table "user" (
      id ${id}, login ${key}, email ${key}, password_hash ${key} default '', slug ${key}, display_name ${text}, url ${text} default '',
      bio ${text} default '', roles ${text}, created_at ${integer})`,
    `create unique index user_login on "user" (login)`,
    `create unique index user_slug on "user" (slug)`,
    `create index user_email on "user" (email)`,
    `create table user_meta (id ${id}, user_id ${integer}, key ${key}, value ${text})`,
    `create index user_meta_user on user_meta (user_id, key)`,
    `create table role (name ${key} primary key, label ${text}, capabilities ${text})`,

    `create table comment (
      id ${id}, post_id ${integer}, parent_id ${integer} default 0, thread_id ${integer} default 0, user_id ${integer} default 0, status ${key},
        type ${key} default 'comment',
      author_name ${text} default '', author_email ${text} default '', author_url ${text} default '', author_ip ${text} default '', created_at ${integer},
        content ${text})`,
    `create index comment_post on comment (post_id, status, created_at, id)`,
    `create index comment_root on comment (post_id, status, created_at, id) where id = thread_id`,
    `create index comment_thread on comment (thread_id, created_at)`,
    `create index comment_status on comment (status, created_at, id)`,

    `create table menu (id ${id}, slug ${key}, name ${text})`,
    `create unique index menu_slug on menu (slug)`,
    `create table menu_location (location ${key} primary key, menu_id ${integer})`,
    `create table menu_item (
      id ${id}, menu_id ${integer}, parent_id ${integer} default 0, position ${integer} default 0, type ${key}, object ${key} default '',
        object_id ${integer} default 0,
      url ${text} default '', label ${text} default '', title_attribute ${text} default '', target ${key} default '', rel ${text} default '',
        classes ${text} default '',
      description ${text} default '', mega_kind ${key} default '', mega_id ${integer} default 0)`,
    `create index menu_item_menu on menu_item (menu_id, position)`,

    `create table setting (key ${key} primary key, value ${text}, updated_at ${integer})`,
    `create table redirect (id ${id}, source ${key}, target ${text}, status ${integer} default 301, created_at ${integer})`,
    `create unique index redirect_source on redirect (source)`,

    `create table template (
      id ${id}, type ${key}, title ${text}, content ${text}, is_mobile ${integer} default 0, mobile_template_id ${integer} default 0,
      header_id ${integer} default 0, footer_id ${integer} default 0, revision ${integer} default 1, created_at ${integer}, updated_at ${integer})`,
    `create index template_type on template (type, id)`,
    `create table template_assignment (kind ${key}, item_id ${integer}, template_id ${integer}, primary key (kind, item_id)) ${clustered}`,
    `create index template_assignment_template on template_assignment (template_id)`,

    `create table invalidation (id ${id}, origin ${key}, emissions ${text}, created_at ${integer})`,
    `create table import_item (source ${key}, kind ${key}, external_id ${key}, local_id ${integer}, hash ${key}, primary key (source, kind, ` +
      `external_id)) ${clustered}`,
  ],
};
