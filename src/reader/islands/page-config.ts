import type { CopyText } from '../../lib/copy-texts.ts';
import type { LightboxText } from '../../lib/lightbox-texts.ts';
import type { ListText } from '../../lib/pagination.ts';
import type { VideoText } from '../../lib/video.ts';

/** What browser code may load and is told: for the whole page, or for HTML that comes later. The HTML itself only holds names and ids. */
export interface PageParts {
  /** URLs of behaviours and islands by name; `react` too when there is an island (`pageModules()` of client-assets.server.ts makes this table). */
  readonly modules: Readonly<Record<string, string>>;
  /** What elements have `data-config` for, and islands their props: by `{name}.{id}`. */
  readonly configs?: Readonly<Record<string, unknown>>;
  /** Behaviours of the whole page or fragment, names separated by spaces: at once. */
  readonly now?: string;
  /** At the first sign of a reader. */
  readonly late?: string;
  /** Origins, besides the site's own, whose scripts may run here: what settings and players name. */
  readonly foreign?: readonly string[];
}

/**
 * What the page tells its browser code, as JSON in `<script type="application/json" id="broadsheet-page">`, which stands in the head
 * before the inline loader: there no text of anybody can come before it. It alone says what may be loaded, run and sent to.
 */
export interface PageConfig extends PageParts {
  /** Where theme AJAX calls go: `/wp-admin/admin-ajax.php?td_theme_name=…&v=…`. */
  readonly ajaxUrl: string;
  /** Whether an admin bar stands on the page. */
  readonly isAdminBarShowing: boolean;
  /** Where the post is edited that the page is about, for who may; null for everybody else. */
  readonly origPostEditUrl: string | null;
  /** `td_res_context_registered_atts`: a JSON list of the names of the blocks whose CSS the page already has. */
  readonly registeredBlocks?: string;
  /** What may be fetched ahead; absent where the site fetches nothing ahead. */
  readonly prefetch?: PrefetchConfig;
  /** Translated wordings of lists, by the names of lib/pagination.ts. */
  readonly listTexts?: Partial<Record<ListText, string>>;
  /** Where the lightbox differs from its defaults. */
  readonly lightbox?: LightboxConfig;
  /** Rules for videos that play, where the site has any. */
  readonly video?: VideoConfig;
  /** How readers are asked whether they want push messages; absent where they are not asked. */
  readonly push?: PushConfig;
  /** Units of relative times (`TimeUnits` of lib/time-ago.ts), where the site does not write them in English. */
  readonly timeUnits?: readonly string[];
  /** Translated wordings of what copies, by the names of lib/copy-texts.ts. */
  readonly copyTexts?: Partial<Record<CopyText, string>>;
  /** How readers are asked before anything of third parties is loaded; absent where they are not asked. */
  readonly consent?: ConsentConfig;
  /** The ad network's script and the notice for readers who block it; absent where there is neither. */
  readonly ads?: AdsConfig;
  /** The analytics container; absent where there is none. */
  readonly analytics?: AnalyticsConfig;
}

/** The question for consent. */
export interface ConsentConfig {
  /** How long an answer is remembered. */
  readonly days: number;
  /** Address of the privacy policy; empty: no link. */
  readonly policyUrl: string;
  readonly texts: Readonly<Record<'text' | 'accept' | 'refuse' | 'policy' | 'change', string>>;
}

export interface AdsConfig {
  /** Address of the network's script; empty: none. */
  readonly script: string;
  /** What readers are told whose browser keeps ads away, and the addresses that are asked to find that out. */
  readonly notice?: {
    readonly checkUrls: readonly string[];
    readonly texts: Readonly<Record<'title' | 'text' | 'close', string>>;
  };
}

export interface AnalyticsConfig {
  /** Address of the container's script, with its id. */
  readonly script: string;
  /** What the container finds first in `dataLayer`. */
  readonly layer: Readonly<Record<string, unknown>>;
}

/** How pictures open. */
export interface LightboxConfig {
  /** On the smallest viewport, too. */
  readonly onPhones?: boolean;
  /** Translated wordings, by the names of lib/lightbox-texts.ts. */
  readonly texts?: Partial<Record<LightboxText, string>>;
}

/** What becomes of videos that play; each rule only where it is on. */
export interface VideoConfig {
  /** Pixels of width of a video that floats; absent: none does. */
  readonly sticky?: number;
  readonly pauseOnClose?: boolean;
  readonly oneAtATime?: boolean;
  readonly pauseOffScreen?: boolean;
  /** Translated wordings, by the names of lib/video.ts. */
  readonly texts?: Partial<Record<VideoText, string>>;
}

/** Push messages: the prompt and the service, with the names that the specification gives their settings. */
export interface PushConfig {
  readonly prompt: {
    readonly desktop: boolean;
    readonly mobile: boolean;
    readonly mobileLocation: 'bottom';
    /** Seconds. */
    readonly delay: number;
    /** Seconds; 0: at the next visit. */
    readonly reappear: number;
    /** The first page of a visit asks nothing. */
    readonly secondView: boolean;
    readonly logo: string;
    readonly heading: string;
    readonly subheading: string;
    /** `#rrggbb`, `#rgb`, or empty for the theme's. */
    readonly themeColor: string;
    readonly allowText: string;
    readonly denyText: string;
    readonly bottomButton: boolean;
    readonly buttonToUnsubscribe: boolean;
    readonly lockPageContent: boolean;
    readonly backdrop: boolean;
    readonly popup_type: 'default-prompt';
  };
  readonly service: PushServiceConfig;
  readonly texts: { readonly bell: string; readonly unsubscribe: string };
}

export interface PushServiceConfig {
  readonly project_id: string;
  readonly sender_id: string;
  readonly app_id: string;
  readonly domain: string;
  readonly site_url: string;
  /** Where browsers register, ending in `/api/token`. */
  readonly api_url: string;
  /** Address of the service worker, in the root of the site. */
  readonly serviceWorker: string;
  readonly vapid_public_key: string;
  readonly referralCode: string;
}

/** What the service worker for push messages finds in `self.pushConfig`. */
export interface PushWorkerConfig {
  /** For messages without words of their own. */
  readonly title: string;
  readonly icon: string;
  readonly service: PushServiceConfig;
}

/** The prefetch configuration, with the names that the specification gives it. */
export interface PrefetchConfig {
  /** The site's base URL. */
  readonly local_url: string;
  readonly ignore_remote_prefetch: boolean;
  /** Path fragments. */
  readonly ignore_list: readonly string[];
}

/**
 * What every file in src/reader/behaviours and every island.tsx exports as `start`. The loader calls it once for each element whose
 * `data-behaviour` (names separated by spaces) holds its name, with what the page has under the element's `data-config` (undefined
 * without one); islands get the time of the touch that woke them instead. Names in `data-late` are started at the first sign of a reader
 * (pointer, touch or key; then `data-late` is gone), and a click on the element waits for them. Behaviours of the page are started on `<body>`.
 */
export type Start = (root: HTMLElement, config: unknown, page: PageConfig) => void | Promise<void>;

/**
 * Fired on `document` by code that adds HTML to the page later (lazy footer, list pages); `detail.root` holds the new HTML, `detail.brought` what its
 * reply said beside it. The loader then starts what it finds inside.
 */
export const contentEvent = 'broadsheet:content';
export type ContentEvent = CustomEvent<{ readonly root: HTMLElement; readonly brought?: Partial<PageParts> }>;

/** Tells the page of HTML that was added to it; `brought`: what its reply said beside it (the key `broadsheet`). */
export function announce(root: Element | null, brought?: Partial<PageParts>): void {
  if (root) document.dispatchEvent(new CustomEvent(contentEvent, { detail: { root, brought } }));
}

/** When an island hydrates: seen, browser idle, touched in any way, or while a media query holds. */
export type Wake = 'visible' | 'idle' | 'interaction' | `media:${string}`;

/**
 * The cookie that holds the reader's scheme, `1` dark or `0` light. Written by the server only, but just before the first toggle where the site's
 * scheme is 'auto', since the server flips what it says; removed where the reader wants the system's.
 */
export const darkCookie = 'broadsheet_dark';

/** The template in which scripts of custom head code wait. No text can make this path, whatever names it gives its elements. */
export const headCode = ':root>head>template#head-code';

/** The state class on `<html>` in the dark scheme. */
export const darkClass = 'is_dark';

/** The state class on `<html>` in the frame of the page builder: nothing pops up there. */
export const builderClass = 'is_builder';

/** The cookie that holds the reader's answer where the site asks for consent: `1` agreed, `0` refused. */
export const consentCookie = 'broadsheet_consent';

/** The state class on `<html>` of pages that are opened after the reader refused: set before the first paint, while `data-consent` comes with the scripts. */
export const refusedClass = 'was_refused';

/** What the browser must know to go on behind an article. */
export interface AutoloadConfig {
  /** The post that follows. */
  readonly id: number;
  /** Root-relative address of the article that it follows. */
  readonly after: string;
  /** Articles that a page adds at most. */
  readonly limit: number;
}

/** The event by which a form asks for another page of accounts; `detail` is its address. Who shows it prevents the default. */
export const accountPage = 'broadsheet:account-page';

/** On the document: address and title followed the reader into another article of the page. */
export const followedEvent = 'broadsheet:followed';
