import type { PostReferences } from '../posts/post-references.ts';
import { clearTemplateAssignment } from './assign.ts';
import { kindOfPost } from './kinds.ts';

/** What templates keep of posts: which one of its own a post has. */
export const templateReferences: PostReferences = {
  goes: [],
  cleared: ['template_assignment.item_id'],
  clear: (tx, { id, type }) => clearTemplateAssignment(tx, kindOfPost(type), id),
};
