import type { PostReferences } from '../posts/post-references.ts';
import { leaveFront } from './leave-front.ts';

/** What the front page keeps of posts: its pins, and which page it is. */
export const frontReferences: PostReferences = {
  goes: ['front_pin.post_id'],
  clear: (tx, { id }) => leaveFront(tx, id),
};
