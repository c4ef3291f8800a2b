import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequestsError } from '../../lib/errors.ts';
import { isOwnNetwork } from '../../lib/own-network.ts';
import { createAllowance } from '../../lib/rate-limit.ts';
import type { AllowanceOptions } from '../../lib/rate-limit.ts';
import { byAddress } from './counted-as.ts';
import type { CountedAs } from './counted-as.ts';

/** What one address, or one account, may search for. */
const usual: AllowanceOptions = { burst: 60, perSecond: 5 };

/**
 * Refuses searches (429) to an address, or to who is signed in (`who`), that asks for many new ones in a short time. Answers that are stored already do not
 * come here, and count for nothing. Addresses of the own network are not limited: they may be a proxy that the site was not told of, and all its readers.
 */
export function installSearchLimit(app: FastifyInstance, who: CountedAs = byAddress, options = usual): void {
  const take = createAllowance(options);
  app.addHook('preHandler', async (request) => {
    if (!isSearch(request) || isOwnNetwork(request.ip)) return;
    const seconds = take(await who(request));
    if (seconds > 0)
      throw new TooManyRequestsError(
        'You have searched for many things in a short time. Please wait a few seconds.',
        seconds,
      );
  });
}

/** Pages, feeds and calls that ask the search index. */
function isSearch({ url, query, body }: FastifyRequest): boolean {
  const given = (fields: unknown, name: string) =>
    typeof fields === 'object' &&
    fields !== null &&
    name in fields &&
    (fields as Record<string, unknown>)[name] !== '';
  return (
    given(query, 's') ||
    given(query, 'search') ||
    url.startsWith('/search/') ||
    (given(body, 'action') && (body as Record<string, unknown>)['action'] === 'td_ajax_search')
  );
}
