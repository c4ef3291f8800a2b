import { QueryClient } from '@tanstack/react-query';
import type { InvalidateOptions, InvalidateQueryFilters, QueryKey } from '@tanstack/react-query';

/** What was asked of the server, and what came; one for all screens. */
class NewsroomQueries extends QueryClient {
  /**
   * Asks anew after something was done. TanStack Query takes a first answer that is on its way, which may be older than what was done: a file that arrived
   * before the first list of the library was missing in it.
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      if (query.state.data === undefined && query.isActive()) void query.cancel({ revert: true });
    }
    return super.invalidateQueries(filters, options);
  }
}

export const queries = new NewsroomQueries({
  defaultOptions: { queries: { retry: false, staleTime: 5000, networkMode: 'always' } },
});
