import { defineEvent } from '../../kernel/events.ts';

/** Emitted after the row of a term was deleted; rows of other domains still name it. */
export const termDeleted = defineEvent<{ readonly id: number; readonly taxonomy: string }>('term.deleted');

export interface RefiledPosts {
  readonly postIds: readonly number[];
  /** A term that these posts are given, behind those that they have. */
  readonly addedTermId?: number;
}

/** Emitted after the terms of posts, or terms above those, changed other than by a change of the posts. Followers bring their lists up to it. */
export const postsRefiled = defineEvent<RefiledPosts>('posts.refiled');
