import type { PostReferences } from '../posts/index.ts';

/** Other posts' rankings may still list a deleted post; readers of rankings skip it. */
export const relatedReferences: PostReferences = { deleted: ['post_digest.post_id', 'post_related.post_id'] };
