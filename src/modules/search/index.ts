import { defineFollower, on } from '../../kernel/events.ts';
import { postSaved, onPostDeleted } from '../posts/index.ts';
import { textsExpanded } from '../patterns/index.ts';
import { indexExpandedPosts, indexSavedPost } from './store.ts';
import { searchReferences } from './post-references.ts';

export { relearnedKey } from './profile.ts';
export { insertRanked, parseRanking, printRanking, rankingKey } from './rank-related.ts';
export type { Ranking, RelatedResult } from './rank-related.ts';
export { createSearchClient } from './search-client.ts';
export type { SearchClient } from './search-client.ts';
export { clearSearchIndex, rebuildSearchIndex } from './store.ts';

export const followers = [
  defineFollower(
    'search',
    on(postSaved, indexSavedPost),
    on(textsExpanded, indexExpandedPosts),
    onPostDeleted(searchReferences),
  ),
];
