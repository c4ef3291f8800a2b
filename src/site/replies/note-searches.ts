import type { IncomingMessage } from 'node:http';
import type { SearchCounter } from '../../modules/searched/search-counter.ts';
import { fromList } from '../../modules/searched/store.ts';
import { createAddressReader } from '../../lib/request-headers.ts';
import { queryOf } from '../../lib/urls.ts';

/**
 * Returns a counter of search replies sent, cached or not. Ignores paging, links from other sites and prefetches.
 * Editors' searches never get here, since their pages are not cached.
 */
export function noteSearches(
  searches: Pick<SearchCounter, 'note'>,
  trustProxy: readonly string[],
): (text: string, req: IncomingMessage) => void {
  const addressOf = createAddressReader(trustProxy);
  return (text, req) => {
    const { method, headers, url = '' } = req;
    if (
      (method !== 'GET' && method !== 'POST') ||
      queryOf(url).split('&').includes(fromList) ||
      isGuess(headers['sec-purpose'] ?? headers['purpose'])
    )
      return;
    if (!fromHere.has(headers['sec-fetch-site'] ?? 'none')) return;
    const address = addressOf(req);
    if (address !== undefined)
      searches.note(text, { ip: address, userAgent: headers['user-agent'] ?? '' }, method === 'POST');
  };
}

const fromHere: ReadonlySet<unknown> = new Set(['none', 'same-origin']);
const isGuess = (purpose: string | readonly string[] | undefined) =>
  purpose !== undefined && purpose.includes('prefetch');
