/**
 * Every tag: what writers emit (`tx.emit`), and what pages, data that are kept, and caches hang on. A tag names something of the site; its writers emit
 * the tag, caches drop what shows it.
 * `scripts/check-tags.mjs` finds tags that nobody emits, and those that nobody hears.
 */
declare module '../db/invalidation.ts' {
  interface TagNames {
    /** What excerpts are cut from, of posts that hold synced patterns. */
    excerpts: 'excerpts';
    /** A post of any type: its own row, terms, byline, details. */
    post: `post:${number}`;
    /** The file of an attachment, and its sizes. */
    media: `media:${number}`;
    /** Which posts of a type are listed, and their order. */
    listOfType: `list:${string}`;
    /** Which listed posts somebody wrote. */
    listOfAuthor: `list:author:${number}`;
    /** Which listed posts a term has, those of terms below it included. */
    listOfTerm: `list:term:${number}`;
    /** Which comments are shown, of any post. */
    listOfComments: 'list:comments';
    /** The comments below a post. */
    comments: `comments:${number}`;
    /** The posts that are related to one. */
    related: `related:${number}`;
    term: `term:${number}`;
    /** Which terms a taxonomy has. */
    terms: `terms:${string}`;
    user: `user:${number}`;
    /** One session of somebody, by its id. */
    session: `session:${string}`;
    /** What roles allow. */
    roles: 'roles';
    /** The items of a menu. */
    menu: `menu:${number}`;
    /** Any menu, and which one is where. */
    menus: 'menus';
    template: `template:${number}`;
    /** Any template or assignment: for caches of them, not for pages. */
    templates: 'templates';
    /** Which template an item has, or with 0 a kind. */
    assignment: `assignment:${string}:${number}`;
    /** One setting; pages hang on those that were read for them (`lib/noted-reads.ts`). */
    setting: `setting:${string}`;
    /** Any setting. */
    settings: 'settings';
    /** What editors pinned to the front page. */
    front: 'front';
    redirects: 'redirects';
    /** The copy of a feed of another site, by `feedKey`. */
    feed: `feed:${string}`;
    /** Something waits to be done behind the site, by its kind (`content/jobs/`). */
    jobs: `jobs:${string}`;
  }
}

export type { Tag } from '../db/invalidation.ts';
