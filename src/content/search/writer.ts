import type { Tx } from '../../db/open-database.ts';

/** What the search index holds of a post. */
export interface Indexed {
  readonly id: number;
  /** Milliseconds; orders the index, so that the newest matches are found first. */
  readonly publishedAt: number;
  readonly title: string;
  /** Plain text. */
  readonly body: string;
}

/** Puts a listed post into the index, or replaces what is there. */
export async function indexPost(tx: Tx, post: Indexed): Promise<void> {
  void tx;
  void post;
}

/** Takes a post out of the index; does nothing when it is not in it. */
export async function unindexPost(tx: Tx, postId: number): Promise<void> {
  void tx;
  void postId;
}
