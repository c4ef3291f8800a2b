import { shortHash } from '../../lib/hash.ts';

/** One entry of a feed, all of it plain text. */
export interface FeedItem {
  readonly title: string;
  /** `http` or `https`; empty where the feed names none. */
  readonly url: string;
  readonly author: string;
  /** When it was published, in milliseconds; 0 where the feed does not say. */
  readonly publishedAt: number;
  readonly summary: string;
}

/** A feed of another site, as it was when it was last fetched. */
export interface Feed {
  readonly url: string;
  /** Newest copy; empty before the first. */
  readonly items: readonly FeedItem[];
  /** When it was fetched or refused, in milliseconds; 0: never. */
  readonly fetchedAt: number;
  /** Why the last fetch failed, in English, for editors; empty where it did not. The items are older then. */
  readonly fault: string;
  /** When a job was last given the order to fetch it. */
  readonly askedAt: number;
}

/** How old a copy may become before it is fetched again, in milliseconds; as long is the pause after an order that came to nothing. */
export const feedAgeMs = 12 * 3_600_000;
/** Feeds of others that a site shows, at most: a text that names a thousand makes us ask no more servers than that. */
export const mostFeeds = 100;
/** A feed that nobody asked for in this time gives its place to another, in milliseconds. */
export const forgottenMs = 7 * 24 * 3_600_000;
/** Entries that are kept of each. */
export const mostItems = 50;

/** Names a feed in tags and jobs. */
export const feedKey = (url: string): string => shortHash(url);

/** The one spelling of a feed's address; undefined for what is none. */
export function feedAddress(given: string): string | undefined {
  const url = URL.parse(
    given
      .trim()
      .replace(/^feed:(?:\/\/)?(?=https?:)/i, '')
      .replace(/^feed:/i, 'http:'),
  );
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.href.length > 2000
  )
    return undefined;
  url.hash = '';
  return url.href;
}

/** When a feed is to be fetched next, in milliseconds. */
export function dueAt({ fetchedAt, askedAt }: Pick<Feed, 'fetchedAt' | 'askedAt'>): number {
  return Math.max(fetchedAt, askedAt) + feedAgeMs;
}
