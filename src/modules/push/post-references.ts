import type { PostReferences } from '../posts/index.ts';

export const pushReferences: PostReferences = { goes: ['push_message.post_id'] };
