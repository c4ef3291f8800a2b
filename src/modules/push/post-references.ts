import type { PostReferences } from '../posts/index.ts';

/** What push messages keep of posts: whom to tell of. */
export const pushReferences: PostReferences = { goes: ['push_message.post_id'] };
