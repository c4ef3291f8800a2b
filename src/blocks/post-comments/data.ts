/** A comment after the one that it answers. */
export interface ShownComment {
  readonly id: number;
  readonly authorName: string;
  /** Empty when none was given, or none that may be linked. */
  readonly authorUrl: string;
  /** The same for all comments of one person: picks the colour of the initials. */
  readonly authorColor: number;
  /** Address of the portrait of somebody with an account. */
  readonly portrait: string | undefined;
  /** Whether an author of the post wrote it. */
  readonly isPostAuthor: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Clean HTML. */
  readonly html: string;
  /** 0 for the first of a thread. */
  readonly depth: number;
}

/** Another site that linked here. */
export interface ShownPing {
  readonly id: number;
  readonly title: string;
  /** Empty when it may not be linked. */
  readonly url: string;
}

export interface PostCommentsData {
  /** Approved comments of the post; pingbacks are not among them. */
  readonly total: number;
  /** In reading order. */
  readonly comments: readonly ShownComment[];
  readonly pings: readonly ShownPing[];
  /** What is said where no comments are taken any more. */
  readonly closed: string | undefined;
  /** Levels of answers; deeper ones are shown at the last. */
  readonly levels: number;
}
