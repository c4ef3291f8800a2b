import type { PostReferences } from '../posts/post-references.ts';
import { postTypeNamed } from '../types/registry.ts';
import { clearTemplateAssignment } from './assign.ts';

/** What templates keep of posts: which one of its own a post has. */
export const templateReferences: PostReferences = {
  goes: [],
  cleared: ['template_assignment.item_id'],
  clear: async (tx, { id, type }) => {
    const { pageKind } = postTypeNamed(type);
    await clearTemplateAssignment(tx, pageKind === 'cpt' ? `cpt:${type}` : pageKind, id);
  },
};
