import type { PostReferences } from '../posts/index.ts';
import { unindexPost } from './store.ts';

/** What the search index keeps of posts. */
export const searchReferences: PostReferences = {
  goes: [],
  cleared: ['post_search_key.post_id'],
  clear: (tx, { id }) => unindexPost(tx, id),
};
