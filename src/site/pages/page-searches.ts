import type { Content } from '../../modules/content/content.ts';
import { searchPosts } from '../../modules/search/results.ts';
import type { ScopedQuery } from '../../modules/search/results.ts';
import { createSearchGate } from '../../modules/search/search-client.ts';
import type { SearchResult } from '../../modules/search/search-index.ts';
import { UnavailableError } from '../../lib/errors.ts';

/** A list's search can't finish in time: the page omits the list. */
export class LateSearchError extends UnavailableError {}

/** Searches for a page's list; throws `LateSearchError` if `searchPosts` is unavailable or the page has searched for too long. */
export type PageSearches = (query: ScopedQuery) => Promise<SearchResult>;

/** Milliseconds that a page's lists may search and wait in total, excluding rendering in between. */
const maxSearching = 8000;
/** Pages whose lists may wait for a search. */
const maxPages = 1000;

/** Only one list of the site searches at a time, so that readers' own searches are not delayed. */
export type ListSearchGate = ReturnType<typeof createSearchGate>;

export const createListSearchGate = (): ListSearchGate => createSearchGate({ width: 1, most: maxPages });

/**
 * Runs a page's searches one after the other: only one of a text's hundreds of lists waits at a time, so another page
 * waits for one search per page, not for all of them. `clock`: milliseconds.
 */
export function pageSearches(
  { content, listSearchGate }: { readonly content: Content; readonly listSearchGate: ListSearchGate },
  search: PageSearches = (query) => searchPosts(content, query),
  clock: () => number = () => performance.now(),
): PageSearches {
  let last: Promise<unknown> = Promise.resolve();
  let spent = 0;
  return (query) => {
    const found = last.then(async () => {
      const began = clock();
      const checkTime = () => {
        if (spent + clock() - began > maxSearching)
          throw new LateSearchError(
            'The lists of this page search for too long. Try again in a few seconds.',
          );
      };
      try {
        checkTime();
        return await listSearchGate(async () => {
          checkTime(); // others may have searched long before it was its turn
          return search(query);
        });
      } catch (error) {
        throw error instanceof UnavailableError && !(error instanceof LateSearchError)
          ? new LateSearchError(error.message, { cause: error })
          : error;
      } finally {
        spent += clock() - began;
      }
    });
    last = found.catch(() => undefined);
    return found;
  };
}
