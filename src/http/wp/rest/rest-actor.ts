import { createNonce, isNonce } from '../../../content/users/nonce.ts';
import { ForbiddenError } from '../../../lib/errors.ts';
import type { Site } from '../../../pages/site.ts';
import type { Asked, Asker } from './rest-request.ts';

/** What a nonce for REST is made for. */
export const restNonceAction = 'wp_rest';

/**
 * Who asks, by the session's cookie. Another site can make a browser send that, and not the nonce (`X-WP-Nonce`, or `_wpnonce` in the query): a request without
 * one is a visitor's.
 * Throws `ForbiddenError` for a nonce that is not of this session.
 */
export async function restActor({ sessions, signer }: Pick<Site, 'sessions' | 'signer'>, { headers, query }: Asked): Promise<Asker | undefined> {
  const nonce = query.get('_wpnonce') ?? headers['x-wp-nonce'];
  const signedIn = nonce === undefined ? undefined : await sessions.find(headers.cookie);
  if (!signedIn) return undefined;
  if (typeof nonce !== 'string' || !isNonce(signer, signedIn.session, restNonceAction, nonce)) {
    throw new ForbiddenError('Cookie check failed', 'rest_cookie_invalid_nonce');
  }
  return { actor: signedIn.actor, nonce: createNonce(signer, signedIn.session, restNonceAction) };
}
