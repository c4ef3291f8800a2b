import type { SettingKey } from './settings/settings.ts';

/**
 * Every tag: what writers emit (`tx.emit`), and what pages, data that are kept, and caches hang on. A tag names something of the site; its writers emit
 * the tag, caches drop what shows it.
 * `scripts/check-tags.mjs` finds tags that nobody emits, and those that nobody hears.
 */
declare module '../db/invalidation.ts' {
  interface TagNames {
    /**
     * What excerpts are cut from, of posts that hold synced patterns.
     * Emitted by content/patterns, content/posts. Heard by blocks, http/reader, http/wp, pages.
     */
    excerpts: 'excerpts';
    /**
     * A post of any type: its own row, terms, byline, details.
     * Emitted by content/comments, content/media, content/posts. Heard by blocks, content/menus, content/posts, http/reader, http/wp, pages.
     */
    post: `post:${number}`;
    /**
     * The file of an attachment, and its sizes.
     * Emitted by content/media. Heard by blocks, content/media, content/menus, content/posts, http/reader, pages.
     */
    media: `media:${number}`;
    /**
     * Which posts of a type are listed, their order, addresses and pictures, and who wrote them.
     * Emitted by content/media, content/posts. Heard by blocks, http/reader, http/wp, pages.
     */
    listOfType: `list:${string}`;
    /**
     * Which listed posts somebody wrote.
     * Emitted by content/posts. Heard by blocks, content/posts, http/reader, pages.
     */
    listOfAuthor: `list:author:${number}`;
    /**
     * Which listed posts a term has, those of terms below it included.
     * Emitted by content/posts. Heard by blocks, http/reader, pages.
     */
    listOfTerm: `list:term:${number}`;
    /**
     * Which comments are shown, of any post.
     * Emitted by content/comments. Heard by blocks, http/reader.
     */
    listOfComments: 'list:comments';
    /**
     * The comments below a post.
     * Emitted by content/comments. Heard by blocks, http/reader.
     */
    comments: `comments:${number}`;
    /**
     * The posts that are related to one.
     * Emitted by content/related. Heard by blocks, http/reader.
     */
    related: `related:${number}`;
    /**
     * Emitted by content/terms. Heard by blocks, content/menus, content/posts, content/terms, http/reader, pages.
     */
    term: `term:${number}`;
    /**
     * Which terms a taxonomy has, and which of them have posts.
     * Emitted by content/media, content/posts, content/terms. Heard by blocks, http/reader.
     */
    terms: `terms:${string}`;
    /**
     * What is shown of somebody.
     * Emitted by content/users. Heard by blocks, content/posts, content/users, http/install, http/reader, pages.
     */
    user: `user:${number}`;
    /**
     * What somebody's account may, and how they get in: for sessions and caches, not for pages.
     * Emitted by content/users. Heard by content/users.
     */
    account: `account:${number}`;
    /**
     * What any account is called, and its slug: for what finds people by their names.
     * Emitted by content/users. Heard by blocks, http/reader.
     */
    names: 'names';
    /**
     * One session of somebody, by its id.
     * Emitted by content/users. Heard by content/users.
     */
    session: `session:${string}`;
    /**
     * What roles allow.
     * Emitted by content/users. Heard by content/users.
     */
    roles: 'roles';
    /**
     * The items of a menu.
     * Emitted by content/menus. Heard by content/menus.
     */
    menu: `menu:${number}`;
    /**
     * Any menu, and which one is where.
     * Emitted by content/menus. Heard by blocks, content/menus.
     */
    menus: 'menus';
    /**
     * Emitted by content/templates. Heard by content/templates, pages.
     */
    template: `template:${number}`;
    /**
     * Any template or assignment: for caches of them, not for pages.
     * Emitted by content/templates. Heard by content/templates, pages.
     */
    templates: 'templates';
    /**
     * Which template an item has, or with 0 a kind.
     * Emitted by content/templates. Heard by pages.
     */
    assignment: `assignment:${string}:${number}`;
    /**
     * One setting; pages hang on those that were read for them (`lib/noted-reads.ts`).
     * Emitted by content/settings. Heard by content/settings, content/users, http/cache, http/plugins.
     */
    setting: `setting:${SettingKey}`;
    /**
     * What editors pinned to the front page.
     * Emitted by content/front. Heard by blocks.
     */
    front: 'front';
    /**
     * The copy of a feed of another site, by `feedKey`.
     * Emitted by content/feeds. Heard by blocks.
     */
    feed: `feed:${string}`;
    /**
     * Something waits to be done behind the site, by its kind (`content/jobs/`).
     * Emitted by content/jobs, content/posts, content/push. Heard by content/jobs.
     */
    jobs: `jobs:${string}`;
  }
}

export type { Tag } from '../db/invalidation.ts';
