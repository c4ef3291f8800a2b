import type { PostReferences } from '../posts/index.ts';

export const findingReferences: PostReferences = { deleted: ['post_finding.post_id'] };
