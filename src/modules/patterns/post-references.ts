import type { PostReferences } from '../posts/index.ts';
import { patternType } from '../types/index.ts';
import { followPattern } from './jobs.ts';

/** What is known of patterns in posts. Texts go on naming a pattern that is gone: an import may bring it back. */
export const patternReferences: PostReferences = {
  goes: ['post_pattern.post_id'],
  stays: ['post_pattern.pattern_id'],
  clear: async (tx, { id, type }) => {
    if (type === patternType) await followPattern(tx, id);
  },
};
