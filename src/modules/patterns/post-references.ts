import type { PostReferences } from '../posts/index.ts';
import { patternType } from '../types/index.ts';
import { followPattern } from './jobs.ts';

/** Content keeps referring to a deleted pattern, since an import may restore it. */
export const patternReferences: PostReferences = {
  deleted: ['post_pattern.post_id'],
  stays: ['post_pattern.pattern_id'],
  clear: async (tx, { id, type }) => {
    if (type === patternType) await followPattern(tx, id);
  },
};
