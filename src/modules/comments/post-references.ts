import type { PostReferences } from '../posts/index.ts';

/** What comments keep of posts: each hangs on one, and so do reports of them. */
export const commentReferences: PostReferences = { goes: ['comment.post_id', 'comment_report.post_id'] };
