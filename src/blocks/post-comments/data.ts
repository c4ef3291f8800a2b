/** A comment after the one that it answers. */
export interface ShownComment {
  readonly id: number;
  readonly authorName: string;
  /** Empty when none was given, or none that may be linked. */
  readonly authorUrl: string;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Clean HTML. */
  readonly html: string;
  /** 0 for the first of a thread. */
  readonly depth: number;
}

export interface PostCommentsData {
  /** Approved comments of the post. */
  readonly total: number;
  /** In reading order. */
  readonly comments: readonly ShownComment[];
}
