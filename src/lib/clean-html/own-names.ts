/**
 * Attributes that only our own views write: they start code, say what it may do, or keep what it found. A written text that holds one loses it.
 * A test holds this list and `forTexts` against the code that reads them.
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
 * Attributes that our code reads and that people may write into texts (docs/contracts/page-scripts.md): they say what a plain link or picture could say, or
 * what an importer's text says of its pictures.
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
 * Classes by which our style sheets put something in front of the page (`position: fixed`, a `z-index` above 19). A test holds this list against the sheets.
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

/** Class names of content without those of `ownClasses`; as they are where none of them is among them. */
export function withoutOwnClasses(names: string): string {
  const all = names.split(/[\t\n\f\r ]+/);
  return all.some((name) => ownClasses.has(name))
    ? all.filter((name) => name !== '' && !ownClasses.has(name)).join(' ')
    : names;
}

const ownIds: ReadonlySet<string> = new Set([
  // What pages are made of, and what links on every page lead to.
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
 * What scripts of ours, and of services that a site may use, look for on `window`, where every id of a page stands too. As they are written: an anchor may be
 * called `vimeo`.
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
/** Ids of blocks, what React makes of them, parts of comments, and what is wrong with a field of the form for them. */
const ownIdPattern =
  /^(?:broadsheet|_?tdi_|_bar-|(?:div-)?comment-|(?:author|email|url)-(?:error-)?warning$)/;

/** Whether an `id` (or the `name` of an anchor) is one that our pages or scripts go by. In a text it would lead readers and scripts astray. */
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
