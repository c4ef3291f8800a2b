import { mobilePages, kindOfPost } from './kinds.ts';
import type { PostReferences } from '../posts/index.ts';
import { forgetTemplateItem } from './assign.ts';

export const templateReferences: PostReferences = {
  deleted: [],
  cleared: ['template_assignment.item_id', 'template_change.item_id', 'template_change_use.item_id'],
  clear: async (tx, { id, type }) => {
    await forgetTemplateItem(tx, kindOfPost(type), id);
    await forgetTemplateItem(tx, mobilePages, id);
  },
};
