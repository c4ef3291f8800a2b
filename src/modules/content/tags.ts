import type { SettingKey } from '../settings/index.ts';

/**
 * All invalidation tags. Writers emit a tag (`tx.emit`) when its subject changes; caches then drop the pages and data that
 * depend on it. `scripts/check-tags.mjs` checks the "Emitted by" and "Heard by" lists and finds unused tags.
 */
declare module '../../kernel/db/invalidation.ts' {
  interface TagNames {
    /**
     * Source of excerpts of posts with synced patterns.
     * Emitted by modules/patterns. Heard by blocks, site/ajax, site/pages, site/replies.
     */
    excerpts: 'excerpts';
    /**
     * A post of any type: its own row, terms, byline, details.
     * Emitted by modules/comments, modules/media, modules/posts, modules/shop. Heard by blocks, modules/menus, modules/shown-texts, site/ajax,
     * site/pages, site/replies.
     */
    post: `post:${number}`;
    /**
     * The file of an attachment, and its sizes.
     * Emitted by modules/media. Heard by blocks, modules/media, modules/menus, modules/shown-texts, site/pages, site/replies.
     */
    media: `media:${number}`;
    /**
     * Listed posts of a type, with their order, URLs, pictures and authors.
     * Emitted by modules/media, modules/posts. Heard by blocks, site/ajax, site/pages, site/replies.
     */
    listOfType: `list:${string}`;
    /**
     * Listed posts of an author.
     * Emitted by modules/posts. Heard by blocks, modules/shown-texts, site/pages, site/replies.
     */
    listOfAuthor: `list:author:${number}`;
    /**
     * Listed posts of a term and its descendants.
     * Emitted by modules/posts. Heard by blocks, site/pages, site/replies.
     */
    listOfTerm: `list:term:${number}`;
    /**
     * Public comments of all posts.
     * Emitted by modules/comments. Heard by blocks, site/replies.
     */
    listOfComments: 'list:comments';
    /**
     * The comments below a post.
     * Emitted by modules/comments. Heard by blocks, site/replies.
     */
    comments: `comments:${number}`;
    /**
     * Related posts of a post.
     * Emitted by modules/related. Heard by blocks, site/replies.
     */
    related: `related:${number}`;
    /**
     * Emitted by modules/terms. Heard by blocks, modules/menus, modules/shown-texts, modules/terms, modules/types, site/pages, site/replies.
     */
    term: `term:${number}`;
    /**
     * Terms of a taxonomy, and which of them have posts.
     * Emitted by modules/media, modules/posts, modules/terms. Heard by blocks, site/replies.
     */
    terms: `terms:${string}`;
    /**
     * Public data of a user.
     * Emitted by modules/users. Heard by blocks, modules/shown-texts, modules/users, site/install, site/pages, site/replies.
     */
    user: `user:${number}`;
    /**
     * Capabilities and credentials of an account: for sessions and caches, not for pages.
     * Emitted by modules/users. Heard by modules/users.
     */
    account: `account:${number}`;
    /**
     * Name or slug of any account: for lookups by name.
     * Emitted by modules/users. Heard by blocks, site/replies.
     */
    names: 'names';
    /**
     * A session, by its id.
     * Emitted by modules/users. Heard by modules/users.
     */
    session: `session:${string}`;
    /**
     * Capabilities of roles.
     * Emitted by modules/users. Heard by modules/users.
     */
    roles: 'roles';
    /**
     * The items of a menu.
     * Emitted by modules/menus. Heard by modules/menus.
     */
    menu: `menu:${number}`;
    /**
     * Any menu, and the menus of locations.
     * Emitted by modules/menus. Heard by blocks, modules/menus.
     */
    menus: 'menus';
    /**
     * Emitted by modules/templates. Heard by modules/templates, site/pages.
     */
    template: `template:${number}`;
    /**
     * Any template or assignment: for caches of them, not for pages.
     * Emitted by modules/templates. Heard by modules/templates, site/pages.
     */
    templates: 'templates';
    /**
     * Template of an item, or with 0 of a kind.
     * Emitted by modules/templates. Heard by site/pages.
     */
    assignment: `assignment:${string}:${number}`;
    /**
     * The blocks of a widget area, by its name.
     * Emitted by modules/widgets. Heard by modules/widgets, site/pages.
     */
    widgetArea: `widget-area:${string}`;
    /**
     * The custom fields of a post type: for the definitions that each process holds, not for pages.
     * Emitted by modules/fields. Heard by site-database.
     */
    fields: 'fields';
    /**
     * One setting; pages depend on those that were read for them (`lib/noted-reads.ts`).
     * Emitted by modules/settings. Heard by modules/settings, modules/users, site/cache, site/http.
     */
    setting: `setting:${SettingKey}`;
    /**
     * The arrangement of the front page: pins and breaking line.
     * Emitted by modules/front. Heard by blocks, modules/front, site/pages.
     */
    front: 'front';
    /**
     * The copy of a feed of another site, by `feedKey`.
     * Emitted by modules/feeds. Heard by blocks.
     */
    feed: `feed:${string}`;
    /**
     * Post types and taxonomies that editors define: for the registry, which then drops everything in its process.
     * Emitted by modules/types. Heard by site-database.
     */
    types: 'types';
    /**
     * A job waits, by its kind (`kernel/jobs/`).
     * Emitted by kernel/jobs, modules/backup, modules/posts, modules/push. Heard by kernel/jobs.
     */
    jobs: `jobs:${string}`;
  }
}

export type { Tag } from '../../kernel/db/invalidation.ts';
