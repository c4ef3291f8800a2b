import type { PictureFiles } from '../../../content/media/picture-files.ts';
import type { EpisodeFile } from '../../../content/podcasts/episode-files.ts';

/** A file that comes with an entry. */
export interface Enclosure {
  readonly url: string;
  /** Bytes; 0: nobody knows. */
  readonly length: number;
  readonly type: string;
  /** What the post's meta says of it; undefined for a picture. */
  readonly episode?: EpisodeFile;
}

/** One article or comment of a feed. Addresses are absolute, times in milliseconds. */
export interface FeedEntry {
  /** Stays what it is wherever the entry moves: the one that an import brought, else our own. */
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
  /** Where its comments are, as a page and as a feed, and how many; undefined for comments themselves, and what has none. */
  readonly comments?: { readonly url: string; readonly feedUrl: string; readonly count: number } | undefined;
  readonly picture?: PictureFiles | undefined;
  readonly enclosures: readonly Enclosure[];
}

/** A feed before it is written as RSS or Atom. */
export interface Feed {
  readonly title: string;
  readonly subtitle: string;
  /** The page that it is the feed of, and its own address. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly siteTitle: string;
  readonly siteUrl: string;
  /** Language tag. */
  readonly language: string;
  /** When the newest change of its entries was; 0 without entries. */
  readonly updatedAt: number;
  /** Address of the site's icon. */
  readonly icon: string | undefined;
  readonly entries: readonly FeedEntry[];
}

/** What made the feed, for those who count. */
export const generator = 'Broadsheet';
