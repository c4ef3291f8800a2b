import type { PostReferences } from '../posts/post-references.ts';
import { clearTemplateAssignment } from './assign.ts';
import { kindOfPost, mobilePages } from './kinds.ts';

/** What templates keep of posts: which one of its own a post has, and which mobile page. */
export const templateReferences: PostReferences = {
  goes: [],
  cleared: ['template_assignment.item_id'],
  clear: async (tx, { id, type }) => {
    await clearTemplateAssignment(tx, kindOfPost(type), id);
    await clearTemplateAssignment(tx, mobilePages, id);
  },
};
