import type { PostReferences } from '../posts/index.ts';

export const pushReferences: PostReferences = { deleted: ['push_message.post_id'] };
