import type { SearchClient } from './search-client.ts';
import type { SearchQuery, SearchResult } from './search-index.ts';

/** Listed posts that hold every word of a text, best first. Takes any text; throws `UnavailableError` when the index does not answer in time. */
export function searchPosts(content: { readonly search: SearchClient }, query: SearchQuery): Promise<SearchResult> {
  return content.search.find(query);
}
