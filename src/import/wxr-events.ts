/** The site that an export came from. */
export interface WxrSite {
  readonly title: string;
  readonly link: string;
  readonly description: string;
  readonly language: string;
  /** `1.0` to `1.2`, or empty where the file does not say. */
  readonly version: string;
  /** Address of the exported site (`wp:base_blog_url`), else of the network, else `link`. */
  readonly url: string;
  /** Where WordPress itself was, with its files (`wp:base_site_url`); of a site of a network, the network. Empty where the file does not say. */
  readonly installedAt: string;
  /** When the export was made, in milliseconds; undefined where the file does not say. */
  readonly exportedAt: number | undefined;
}

export interface WxrAuthor {
  /** Empty where the file does not say (before 1.2). */
  readonly id: string;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly description: string;
  /** Empty for accounts: exports hold it of guest authors only. */
  readonly url: string;
  /** Addresses elsewhere, cleaned, where somebody keeps them. */
  readonly links?: readonly string[];
}

export interface WxrMeta {
  readonly key: string;
  readonly value: string;
}

/** A category, tag or term of another taxonomy. */
export interface WxrTerm {
  readonly id: string;
  readonly taxonomy: string;
  /** As in the file, percent-encoding included; so is `parent`, which is a slug. */
  readonly slug: string;
  readonly parent: string;
  readonly name: string;
  readonly description: string;
  readonly meta: readonly WxrMeta[];
}

/** A term given to an item. */
export interface WxrItemTerm {
  /** Empty for WXR 1.0's extra categories without a domain. */
  readonly domain: string;
  readonly nicename: string;
  readonly name: string;
}

export interface WxrComment {
  readonly id: string;
  readonly author: string;
  readonly email: string;
  readonly url: string;
  readonly ip: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  /** `1`, `0`, `spam`, `trash` or `post-trashed`. */
  readonly approved: string;
  readonly type: string;
  readonly parent: string;
  readonly userId: string;
  readonly meta: readonly WxrMeta[];
}

/** A post of any type, as text: every field is what the file holds, empty where it holds none. */
export interface WxrItem {
  /** Line of `<item>`, for messages. */
  readonly line: number;
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  readonly creator: string;
  readonly pubDate: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly status: string;
  readonly parent: string;
  readonly menuOrder: string;
  readonly password: string;
  readonly sticky: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly attachmentUrl: string;
  readonly terms: readonly WxrItemTerm[];
  readonly meta: readonly WxrMeta[];
  readonly comments: readonly WxrComment[];
}

/** What the reader met, in the file's order; `site` comes first and `end` last, each once. */
export type WxrEvent =
  | { readonly kind: 'site'; readonly site: WxrSite }
  | { readonly kind: 'author'; readonly author: WxrAuthor }
  | { readonly kind: 'term'; readonly term: WxrTerm }
  | { readonly kind: 'item'; readonly item: WxrItem }
  /** An item that could not be held in memory or is nested too deep. */
  | { readonly kind: 'dropped'; readonly line: number; readonly title: string; readonly reason: string }
  | { readonly kind: 'end'; readonly end: WxrEnd };

export interface WxrEnd {
  /** Whether the file was read to its proper end; otherwise `reason` says what is wrong at `line`. */
  readonly complete: boolean;
  readonly line: number;
  readonly reason: string;
  /** Characters that XML forbids, left out. */
  readonly forbiddenCharacters: number;
  /** Bytes that are no text in the file's encoding, read as U+FFFD. */
  readonly undecodableCharacters: number;
  /** Ampersands and references that are no XML, kept as they stand. */
  readonly strayAmpersands: number;
  /** The beginning of what stands before and behind the export, and was left out: warnings of the server, a second export; empty: nothing. */
  readonly precededBy: string;
  readonly followedBy: string;
}
