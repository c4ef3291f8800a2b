import type { PostReferences } from '../posts/index.ts';

/** What related posts keep of posts. Rankings of others that name it pass over it. */
export const relatedReferences: PostReferences = { goes: ['post_digest.post_id', 'post_related.post_id'] };
