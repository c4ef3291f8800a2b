import type { PostReferences } from '../posts/post-references.ts';

/** What comments keep of posts: each hangs on one. */
export const commentReferences: PostReferences = { goes: ['comment.post_id'] };
