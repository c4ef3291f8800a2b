/**
 * Attributes written only by Broadsheet's views: they start code, configure it or store its state. They are removed
 * from texts. A test compares this list and `forTexts` with the code that reads them.
 */
export const ownAttributes: ReadonlySet<string> = new Set([
  'data-again',
  'data-ago',
  'data-asks-consent',
  'data-autoclose',
  'data-autoload',
  'data-awake',
  'data-behaviour',
  'data-behaviours',
  'data-block-id',
  'data-block-type',
  'data-blocked',
  'data-code',
  'data-commentid',
  'data-config',
  'data-consent',
  'data-consent-change',
  'data-copy',
  'data-copyable',
  'data-dark-switch',
  'data-draws',
  'data-exclude',
  'data-failed',
  'data-filter',
  'data-filter-draws',
  'data-gallery-slider',
  'data-held',
  'data-island',
  'data-island-props',
  'data-late',
  'data-lazy',
  'data-lightbox',
  'data-lightbox-src',
  'data-live',
  'data-ll-status',
  'data-loader',
  'data-mega',
  'data-mega-filter',
  'data-mega-id',
  'data-modules',
  'data-name',
  'data-origin',
  'data-pages',
  'data-plate',
  'data-position',
  'data-post-format',
  'data-post-id',
  'data-prefix',
  'data-read-down',
  'data-reply-title',
  'data-scheme',
  'data-slide-count',
  'data-slide-step',
  'data-slides',
  'data-state',
  'data-sticky',
  'data-tab',
  'data-ticker-item',
  'data-ticker-pause',
  'data-ticker-step',
  'data-took',
  'data-video',
  'data-wake',
  'data-warning',
]);

/**
 * Attributes read by Broadsheet's code that texts may contain (docs/contracts/page-scripts.md): equivalent to a plain
 * link or picture, or written by the import about the pictures of a text.
 */
export const forTexts: ReadonlySet<string> = new Set([
  'data-bg',
  'data-bg-hidpi',
  'data-caption',
  'data-id',
  'data-lazy-src',
  'data-lightbox-content',
  'data-lightbox-size',
  'data-mfp-src',
  'data-no-lazy',
  'data-scroll-offset',
  'data-scroll-to-class',
  'data-sizes',
  'data-skip-lazy',
  'data-src',
  'data-srcset',
]);

/**
 * Classes that Broadsheet's style sheets put above the page (`position: fixed`, a `z-index` above 19). A test compares
 * this list with the sheets.
 */
export const ownClasses: ReadonlySet<string> = new Set([
  'background-ad',
  'header-search-panel',
  'inline-search',
  'is-compact',
  'more-articles',
  'nav-menu',
  'pswp',
  'push-button',
  'push-prompt',
  'reading-progress',
  'site-header',
  'skip-link',
  'sticks-menu',
  'video-bar',
  'video-floats',
  'video-popup',
]);

/** Class names of content without those in `ownClasses`; unchanged if it contains none of them. */
export function withoutOwnClasses(names: string): string {
  const all = names.split(/[\t\n\f\r ]+/);
  return all.some((name) => ownClasses.has(name))
    ? all.filter((name) => name !== '' && !ownClasses.has(name)).join(' ')
    : names;
}

const ownIds: ReadonlySet<string> = new Set([
  // Parts of pages, and the targets of links on every page.
  'content',
  'comments',
  'respond',
  'reply-title',
  'commentform',
  'comment',
  'comment_parent',
  'comment_post_id',
  'comment_more',
  'cancel-comment-reply-link',
  'author',
  'email',
  'url',
  'submit',
  'wp-calendar',
  'loginform',
  'user_login',
  'user_pass',
  'rememberme',
  'wp-submit',
  'wp-comment-cookies-consent',
  'jp-relatedposts',
  'push-styles',
  'lightbox-styles',
  'wpadminbar',
]);
/**
 * Globals of Broadsheet's scripts and of third-party services: an element's id becomes a property of `window`.
 * Case-sensitive, since an anchor may be called `vimeo`.
 */
const scriptNames: ReadonlySet<string> = new Set([
  'YT',
  'Vimeo',
  'onYouTubeIframeAPIReady',
  'wp',
  'googletag',
  'adsbygoogle',
  'dataLayer',
  'gtag',
  'ga',
  'grecaptcha',
  'hcaptcha',
  'turnstile',
  'FB',
  'gapi',
  'AppleID',
  '__tcfapi',
  '__uspapi',
  '__gpp',
  'PhotoSwipe',
]);
/** Ids of blocks, of React, of comments, and of errors in the comment form. */
const ownIdPattern =
  /^(?:broadsheet|_?tdi_|_bar-|(?:div-)?comment-|(?:author|email|url)-(?:error-)?warning$)/;

/** Whether an `id` (or an anchor's `name`) is used by Broadsheet's pages or scripts; in a text it would mislead them. */
export function isOwnId(id: string): boolean {
  const plain = id.trim().toLowerCase();
  return (
    ownIds.has(plain) ||
    scriptNames.has(id.trim()) ||
    ownIdPattern.test(plain) ||
    plain in {} ||
    plain === '__proto__'
  );
}
