import type { PostReferences } from '../posts/index.ts';
import { unindexPost } from './store.ts';

export const searchReferences: PostReferences = {
  deleted: [],
  cleared: ['post_search_key.post_id'],
  clear: (tx, { id }) => unindexPost(tx, id),
};
