import type { ConsentCategory } from '../../lib/consent-categories.ts';
import type { CopyText } from '../../lib/copy-texts.ts';
import type { LightboxText } from '../../lib/lightbox-texts.ts';
import type { ListText } from '../../lib/pagination.ts';
import type { VideoText } from '../../lib/video.ts';

/** Code that the browser may load, with its configs, for the page or a later fragment. The HTML only holds names and ids. */
export interface PageParts {
  /** URLs of behaviours and islands by name, plus `react` with islands (built by `pageModules()` of client-assets.server.ts). */
  readonly modules: Readonly<Record<string, string>>;
  /** Configs of elements with `data-config` and props of islands, by `{name}.{id}`. */
  readonly configs?: Readonly<Record<string, unknown>>;
  /** Behaviours of the whole page or fragment, separated by spaces, started at once. */
  readonly now?: string;
  /** Started at the reader's first interaction. */
  readonly late?: string;
  /** Additional origins whose scripts may run, from settings and players. */
  readonly foreign?: readonly string[];
}

/**
 * Page config: JSON in `<script id="broadsheet-page">` in the head before the inline loader, where no untrusted content
 * can precede it. It alone decides what may be loaded, run and contacted.
 */
export interface PageConfig extends PageParts {
  /** Theme AJAX endpoint: `/wp-admin/admin-ajax.php?td_theme_name=…&v=…`. */
  readonly ajaxUrl: string;
  readonly isAdminBarShowing: boolean;
  /** Edit URL of the page's post for users who can edit it, else null. */
  readonly origPostEditUrl: string | null;
  /** `td_res_context_registered_atts`: a JSON list of the blocks whose CSS the page already has. */
  readonly registeredBlocks?: string;
  /** Absent if the site does not prefetch. */
  readonly prefetch?: PrefetchConfig;
  readonly listTexts?: Partial<Record<ListText, string>>;
  /** Differences from the lightbox's defaults. */
  readonly lightbox?: LightboxConfig;
  /** Rules for playing videos, if any. */
  readonly video?: VideoConfig;
  /** Push prompt; absent if readers are not asked. */
  readonly push?: PushConfig;
  /** Units of relative times (`TimeUnits` of lib/time-ago.ts) if not English. */
  readonly timeUnits?: readonly string[];
  readonly copyTexts?: Partial<Record<CopyText, string>>;
  /** Consent for third-party content; absent if readers are not asked. */
  readonly consent?: ConsentConfig;
  /** Ad network script and ad-blocker notice; absent without either. */
  readonly ads?: AdsConfig;
  readonly analytics?: AnalyticsConfig;
}

export interface ConsentConfig {
  /** Days that an answer is stored. */
  readonly days: number;
  /** Privacy policy URL; empty: no link. */
  readonly policyUrl: string;
  readonly texts: Readonly<Record<'text' | 'accept' | 'refuse' | 'policy' | 'change', string>>;
  /** The choice by category; absent: one answer for all. */
  readonly choice?: ConsentChoice;
}

export interface ConsentChoice {
  /** Categories in use on the site. */
  readonly categories: readonly ConsentOption[];
  readonly necessary: Omit<ConsentOption, 'name'>;
  readonly texts: Readonly<Record<'choose' | 'save', string>>;
}

export interface ConsentOption {
  readonly name: ConsentCategory;
  readonly label: string;
  readonly text: string;
}

export interface AdsConfig {
  readonly script: string;
  /** Notice for readers with an ad blocker, and the URLs requested to detect one. */
  readonly notice?: {
    readonly checkUrls: readonly string[];
    readonly texts: Readonly<Record<'title' | 'text' | 'close', string>>;
  };
}

export interface AnalyticsConfig {
  readonly script: string;
  readonly layer: Readonly<Record<string, unknown>>;
}

export interface LightboxConfig {
  /** Also open on the smallest viewport. */
  readonly onPhones?: boolean;
  readonly texts?: Partial<Record<LightboxText, string>>;
}

/** Rules for playing videos; absent rules are off. */
export interface VideoConfig {
  /** Width in pixels of a floating video; absent: videos don't float. */
  readonly sticky?: number;
  readonly pauseOnClose?: boolean;
  readonly oneAtATime?: boolean;
  readonly pauseOffScreen?: boolean;
  readonly texts?: Partial<Record<VideoText, string>>;
}

/** Push prompt and service, with the setting names of the specification. */
export interface PushConfig {
  readonly prompt: {
    readonly desktop: boolean;
    readonly mobile: boolean;
    readonly mobileLocation: 'bottom';
    /** Seconds. */
    readonly delay: number;
    /** Seconds; 0: at the next visit. */
    readonly reappear: number;
    /** Does not ask on the first page of a visit. */
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
  /** Registration endpoint, ending in `/api/token`. */
  readonly api_url: string;
  /** URL of the service worker, in the site's root. */
  readonly serviceWorker: string;
  readonly vapid_public_key: string;
  readonly referralCode: string;
}

/** `self.pushConfig` of the push service worker. */
export interface PushWorkerConfig {
  /** Title of messages without one. */
  readonly title: string;
  readonly icon: string;
  readonly service: PushServiceConfig;
}

/** Prefetch settings with the names of the specification. */
export interface PrefetchConfig {
  readonly local_url: string;
  readonly ignore_remote_prefetch: boolean;
  /** Path fragments. */
  readonly ignore_list: readonly string[];
}

/**
 * Entry point of a behaviour or island.tsx: called once per element that names it in `data-behaviour`, or in
 * `data-late` at the first interaction (clicks wait for it). Page behaviours start on `<body>`.
 * @param config the config of the element's `data-config`; for islands the time of the touch that woke them
 */
export type Start = (root: HTMLElement, config: unknown, page: PageConfig) => void | Promise<void>;

/**
 * Fired on `document` after HTML is added: `detail.root` holds it, `detail.brought` the assets its reply declared. The
 * loader then starts the behaviours in it.
 */
export const contentEvent = 'broadsheet:content';
export type ContentEvent = CustomEvent<{ readonly root: HTMLElement; readonly brought?: Partial<PageParts> }>;

/** Announces added HTML; `brought`: assets of its reply (the key `broadsheet`). */
export function announce(root: Element | null, brought?: Partial<PageParts>): void {
  if (root) document.dispatchEvent(new CustomEvent(contentEvent, { detail: { root, brought } }));
}

/** When an island hydrates: when visible, idle, touched, or while a media query matches. */
export type Wake = 'visible' | 'idle' | 'interaction' | `media:${string}`;

/**
 * Cookie of the colour scheme: `1` dark, `0` light, absent: the system's. Only the server writes it, except before the
 * first toggle where the site's scheme is 'auto', because the server toggles the current value.
 */
export const darkCookie = 'broadsheet_dark';

/** Template of custom head code. A path that element names in a text can't match. */
export const headCode = ':root>head>template#head-code';

/** Class of `<html>` in the dark scheme. */
export const darkClass = 'is_dark';

/** Class of `<html>` for logged-in users, set before the first paint: cached pages are the same for everyone. */
export const signedInClass = 'is_signed_in';

/** Class of `<html>` in the page builder's frame, where nothing pops up. */
export const builderClass = 'is_builder';

/** Cookie of the consent answer: `1` given, `0` refused, else answers by category (`parseConsent` of lib/consent-categories.ts). */
export const consentCookie = 'broadsheet_consent';

/** Class of `<html>` on pages opened after a refusal, set before the first paint; `data-consent` only follows with the scripts. */
export const refusedClass = 'was_refused';

export interface AutoloadConfig {
  readonly id: number;
  /** Root-relative address of the article before it. */
  readonly after: string;
  readonly limit: number;
}

/** Event with which a form requests another account page; `detail` is its address. A handler that shows it prevents the default. */
export const accountPage = 'broadsheet:account-page';

/** Fired on `document` after address and title changed to another article of the page. */
export const followedEvent = 'broadsheet:followed';
