import { defineEvent } from '../../kernel/events.ts';

/** Emitted after the row of a term was deleted; rows of other domains still name it. */
export const termDeleted = defineEvent<{ readonly id: number; readonly taxonomy: string }>('term.deleted');

export interface RefiledPosts {
  readonly postIds: readonly number[];
  /** A term that is added after the posts' existing terms. */
  readonly addedTermId?: number;
}

/** Emitted after the terms of posts, or ancestors of these, changed other than by an update of the posts. Followers update their lists. */
export const postsRefiled = defineEvent<RefiledPosts>('posts.refiled');
