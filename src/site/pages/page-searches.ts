import type { Content } from '../../modules/content/content.ts';
import { searchPosts } from '../../modules/search/results.ts';
import type { ScopedQuery } from '../../modules/search/results.ts';
import { createSearchGate } from '../../modules/search/search-client.ts';
import type { SearchResult } from '../../modules/search/search-index.ts';
import { UnavailableError } from '../../lib/errors.ts';

/** What a list needs can't be searched for in time: the list stays away, and not the page that holds it. */
export class LateSearchError extends UnavailableError {}

/** Searches for a list of a page; throws `LateSearchError` where `searchPosts` is unavailable, and when the page searches for too long. */
export type PageSearches = (query: ScopedQuery) => Promise<SearchResult>;

/** How long the lists of a page may search and wait for their turn altogether, in milliseconds; what is rendered between does not count. */
const mostSearching = 8000;
/** Pages whose lists may wait for their search. */
const mostPages = 1000;

type Gate = ReturnType<typeof createSearchGate>;
const gateByContent = new WeakMap<Content, Gate>();

/** Of all lists of a site one searches at a time: readers who search themselves keep their places. */
function gateOf(content: Content): Gate {
  const gate = gateByContent.get(content) ?? createSearchGate({ width: 1, most: mostPages });
  gateByContent.set(content, gate);
  return gate;
}

/**
 * The searches of one page, one after the other: a text with hundreds of lists that search has one of them wait at a time, so that another page waits for one
 * search of each page before it, and not for all of theirs. `clock`: milliseconds.
 */
export function pageSearches(
  content: Content,
  search: PageSearches = (query) => searchPosts(content, query),
  clock: () => number = () => performance.now(),
): PageSearches {
  let last: Promise<unknown> = Promise.resolve();
  let spent = 0;
  return (query) => {
    const found = last.then(async () => {
      const began = clock();
      const checkTime = () => {
        if (spent + clock() - began > mostSearching)
          throw new LateSearchError(
            'The lists of this page search for too long. Try again in a few seconds.',
          );
      };
      try {
        checkTime();
        return await gateOf(content)(async () => {
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
