import type { SettingKey } from '../settings/index.ts';

/**
 * Every tag: what writers emit (`tx.emit`), and what pages, data that are kept, and caches hang on. A tag names something of the site; its writers emit
 * the tag, caches drop what shows it.
 * `scripts/check-tags.mjs` finds tags that nobody emits, and those that nobody hears.
 */
declare module '../../kernel/db/invalidation.ts' {
  interface TagNames {
    /**
     * What excerpts are cut from, of posts that hold synced patterns.
     * Emitted by modules/patterns. Heard by blocks, site/ajax, site/pages, site/replies.
     */
    excerpts: 'excerpts';
    /**
     * A post of any type: its own row, terms, byline, details.
     * Emitted by modules/comments, modules/media, modules/posts. Heard by blocks, modules/menus, modules/shown-texts, site/ajax, site/pages,
     * site/replies.
     */
    post: `post:${number}`;
    /**
     * The file of an attachment, and its sizes.
     * Emitted by modules/media. Heard by blocks, modules/media, modules/menus, modules/shown-texts, site/pages, site/replies.
     */
    media: `media:${number}`;
    /**
     * Which posts of a type are listed, their order, addresses and pictures, and who wrote them.
     * Emitted by modules/media, modules/posts. Heard by blocks, site/ajax, site/pages, site/replies.
     */
    listOfType: `list:${string}`;
    /**
     * Which listed posts somebody wrote.
     * Emitted by modules/posts. Heard by blocks, modules/shown-texts, site/pages, site/replies.
     */
    listOfAuthor: `list:author:${number}`;
    /**
     * Which listed posts a term has, those of terms below it included.
     * Emitted by modules/posts. Heard by blocks, site/pages, site/replies.
     */
    listOfTerm: `list:term:${number}`;
    /**
     * Which comments are shown, of any post.
     * Emitted by modules/comments. Heard by blocks, site/replies.
     */
    listOfComments: 'list:comments';
    /**
     * The comments below a post.
     * Emitted by modules/comments. Heard by blocks, site/replies.
     */
    comments: `comments:${number}`;
    /**
     * The posts that are related to one.
     * Emitted by modules/related. Heard by blocks, site/replies.
     */
    related: `related:${number}`;
    /**
     * Emitted by modules/terms. Heard by blocks, modules/menus, modules/shown-texts, modules/terms, modules/types, site/pages, site/replies.
     */
    term: `term:${number}`;
    /**
     * Which terms a taxonomy has, and which of them have posts.
     * Emitted by modules/media, modules/posts, modules/terms. Heard by blocks, site/replies.
     */
    terms: `terms:${string}`;
    /**
     * What is shown of somebody.
     * Emitted by modules/users. Heard by blocks, modules/shown-texts, modules/users, site/install, site/pages, site/replies.
     */
    user: `user:${number}`;
    /**
     * What somebody's account may, and how they get in: for sessions and caches, not for pages.
     * Emitted by modules/users. Heard by modules/users.
     */
    account: `account:${number}`;
    /**
     * What any account is called, and its slug: for what finds people by their names.
     * Emitted by modules/users. Heard by blocks, site/replies.
     */
    names: 'names';
    /**
     * One session of somebody, by its id.
     * Emitted by modules/users. Heard by modules/users.
     */
    session: `session:${string}`;
    /**
     * What roles allow.
     * Emitted by modules/users. Heard by modules/users.
     */
    roles: 'roles';
    /**
     * The items of a menu.
     * Emitted by modules/menus. Heard by modules/menus.
     */
    menu: `menu:${number}`;
    /**
     * Any menu, and which one is where.
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
     * Which template an item has, or with 0 a kind.
     * Emitted by modules/templates. Heard by site/pages.
     */
    assignment: `assignment:${string}:${number}`;
    /**
     * One setting; pages hang on those that were read for them (`lib/noted-reads.ts`).
     * Emitted by modules/settings. Heard by modules/settings, modules/users, site/cache, site/http.
     */
    setting: `setting:${SettingKey}`;
    /**
     * What editors pinned to the front page.
     * Emitted by modules/front. Heard by blocks.
     */
    front: 'front';
    /**
     * The copy of a feed of another site, by `feedKey`.
     * Emitted by modules/feeds. Heard by blocks.
     */
    feed: `feed:${string}`;
    /**
     * Something waits to be done behind the site, by its kind (`modules/jobs/`).
     * Emitted by kernel/jobs, modules/posts, modules/push. Heard by kernel/jobs.
     */
    jobs: `jobs:${string}`;
  }
}

export type { Tag } from '../../kernel/db/invalidation.ts';
