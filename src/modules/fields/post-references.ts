import type { PostReferences } from '../posts/index.ts';

export const fieldReferences: PostReferences = {
  deleted: ['field_number.post_id', 'field_text.post_id'],
};
