/** A picture in every size that exists. */
export interface Picture {
  readonly id: number;
  /** Address of a middling size. */
  readonly src: string;
  readonly srcset: string;
  /** Address of the smallest size that serves a thumbnail of 100 pixels on the sharpest screen. */
  readonly small: string;
  /** Pixels of the original; 0 when unknown. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** Dominant colour, `#rrggbb`, or empty. */
  readonly color: string;
  /** Focal point in thousandths. */
  readonly focalX: number;
  readonly focalY: number;
}

export interface CardLink {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** Somebody of a byline; `url` is undefined where there is no page of theirs, since they have no public article. */
export interface AuthorLink extends Omit<CardLink, 'url'> {
  readonly url: string | undefined;
}

/** A category with its colour. */
export interface CategoryLink extends CardLink, CategoryColour {}

/** The colour of a category. */
export interface CategoryColour {
  /** Number of one of the eight, 0 to 7. */
  readonly accent: number;
  /** CSS of one of its own, which goes above that. */
  readonly own?: string;
}

/** What lists show of a post. */
export interface PostCard {
  readonly id: number;
  readonly type: string;
  /** HTML-free title; empty titles read `Untitled` nowhere: views fall back to the date. */
  readonly title: string;
  readonly url: string;
  /** Plain text, at most 55 words. */
  readonly excerpt: string;
  /** Whether somebody wrote the excerpt; else it is cut from the text. */
  readonly hasOwnExcerpt?: boolean;
  /** Whether synced patterns are among what the excerpt is cut from. */
  readonly holdsPatterns?: boolean;
  readonly publishedAt: number;
  readonly modifiedAt: number;
  readonly format: string;
  readonly commentCount: number;
  readonly commentStatus: 'open' | 'closed';
  readonly sticky: boolean;
  /** Everybody who wrote it, in the order of the byline. */
  readonly authors: readonly AuthorLink[];
  /** Its terms of every taxonomy, in the order they were given. */
  readonly termIds: readonly number[];
  /** Primary category, else the first that it was given. */
  readonly category: CategoryLink | undefined;
  readonly picture: Picture | undefined;
  /** Whole minutes at 230 words a minute; at least 1. */
  readonly readingMinutes: number;
}
