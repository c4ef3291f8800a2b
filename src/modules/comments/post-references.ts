import type { PostReferences } from '../posts/index.ts';

export const commentReferences: PostReferences = { deleted: ['comment.post_id', 'comment_report.post_id'] };
