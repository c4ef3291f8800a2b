import { defineFollower } from '../../kernel/events.ts';
import { onPostDeleted } from '../posts/index.ts';
import { relatedReferences } from './post-references.ts';

export { createRelatedPosts } from './related-posts.ts';
export type { RelatedPosts } from './related-posts.ts';

export const followers = [defineFollower('related', onPostDeleted(relatedReferences))];
