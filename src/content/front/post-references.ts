import type { PostReferences } from '../posts/post-references.ts';

/** What the front page keeps of posts: its pins. */
export const frontReferences: PostReferences = { goes: ['front_pin.post_id'] };
