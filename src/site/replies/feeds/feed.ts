import type { PictureFiles } from '../../../modules/media/picture-files.ts';
import type { EpisodeFile } from '../../../modules/podcasts/episode-files.ts';

/** A file that comes with an entry. */
export interface Enclosure {
  readonly url: string;
  /** Bytes; 0 if unknown. */
  readonly length: number;
  readonly type: string;
  /** Episode details from the post's meta; undefined for a picture. */
  readonly episode?: EpisodeFile;
}

/** One article or comment of a feed. Addresses are absolute, times in milliseconds. */
export interface FeedEntry {
  /** Permanent, even if the entry moves: the imported id, else a generated one. */
  readonly id: string;
  readonly url: string;
  /** Plain text; empty for posts without a title. */
  readonly title: string;
  readonly authors: readonly { readonly name: string; readonly url?: string }[];
  /** Language tag, where it is not the feed's. */
  readonly language?: string | undefined;
  readonly publishedAt: number;
  readonly updatedAt: number;
  readonly categories: readonly string[];
  /** HTML. */
  readonly summary: string;
  /** HTML; undefined where feeds hold excerpts only. */
  readonly content: string | undefined;
  /** Address of the comments, as a page and as a feed, and their number; undefined for comments and for posts without comments. */
  readonly comments?: { readonly url: string; readonly feedUrl: string; readonly count: number } | undefined;
  readonly picture?: PictureFiles | undefined;
  readonly enclosures: readonly Enclosure[];
}

/** A feed before it is written as RSS or Atom. */
export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** Address of the page that the feed belongs to, and of the feed. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly siteTitle: string;
  readonly siteUrl: string;
  /** Language tag. */
  readonly language: string;
  /** Time of the newest change of an entry; 0 without entries. */
  readonly updatedAt: number;
  /** Address of the site's icon. */
  readonly icon: string | undefined;
  readonly entries: readonly FeedEntry[];
}

/** Value of the `generator` element, for statistics of aggregators. */
export const generator = 'Broadsheet';
