import { shortHash } from '../../lib/hash.ts';

/** All fields are plain text. */
export interface FeedItem {
  readonly title: string;
  /** `http` or `https`; '' when missing. */
  readonly url: string;
  readonly author: string;
  /** Milliseconds since the epoch; 0 if unknown. */
  readonly publishedAt: number;
  readonly summary: string;
}

export interface Feed {
  readonly url: string;
  readonly items: readonly FeedItem[];
  /** Time of the last fetch or refusal in milliseconds; 0: never. */
  readonly fetchedAt: number;
  /** Why the last fetch failed, in English, for editors; '' after a success. Items are then older. */
  readonly fault: string;
  readonly askedAt: number;
}

/** Milliseconds until a copy is fetched again, or an order without a result is repeated. */
export const feedAgeMs = 12 * 3_600_000;
/** Maximum number of feeds per site, which limits the servers contacted for content that lists thousands. */
export const maxFeeds = 100;
/** Milliseconds without a request after which a feed can be replaced by another. */
export const forgottenMs = 7 * 24 * 3_600_000;
export const maxItems = 50;

export const feedKey = (url: string): string => shortHash(url);

/** The normalized URL of a feed; undefined if invalid. */
export function feedAddress(text: string): string | undefined {
  const url = URL.parse(
    text
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

export function dueAt({ fetchedAt, askedAt }: Pick<Feed, 'fetchedAt' | 'askedAt'>): number {
  return Math.max(fetchedAt, askedAt) + feedAgeMs;
}
