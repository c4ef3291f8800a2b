import { admitProgram } from '../../modules/accounts/sign-in.ts';
import { takesApplicationPasswords } from '../../modules/users/application-password.ts';
import { createNonce, isNonce } from '../../modules/users/session.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import type { Site } from '../pages/site.ts';
import { previewNonce } from '../replies/preview.ts';
import { basicCredentials } from '../../kernel/http/rest/credentials.ts';
import type { Asked, Asker } from '../../kernel/http/rest/rest-request.ts';

export const restNonceAction = 'wp_rest';

type Door = Pick<Site, 'sessions' | 'signer' | 'accounts'>;

/**
 * Authenticates a request: by the session cookie with its nonce, else by an application password (`Authorization:
 * Basic`), never both. Throws `ForbiddenError` for a nonce of another or ended session, and as `admitProgram`.
 */
export async function restActor(site: Door, request: Asked): Promise<Asker | undefined> {
  const asker = (await bySession(site, request)) ?? (await byPassword(site, request));
  // Visitors get no nonce, so a request with one had a session, which has ended.
  if (!asker && nonceOf(request) !== undefined) throw wrongNonce();
  return asker;
}

const nonceOf = ({ headers, query }: Asked) => query.get('_wpnonce') ?? headers['x-wp-nonce'];
const wrongNonce = () => new ForbiddenError('Cookie check failed', 'rest_cookie_invalid_nonce');

/**
 * Another site can make a browser send the cookie, but not the nonce (`X-WP-Nonce`, or `_wpnonce` in the query):
 * without one, the request is a visitor's.
 */
async function bySession({ sessions, signer }: Door, request: Asked): Promise<Asker | undefined> {
  const nonce = nonceOf(request);
  const signedIn = nonce === undefined ? undefined : await sessions.find(request.headers.cookie);
  if (!signedIn) {
    if (nonce !== undefined && (await sessions.findOwing(request.headers.cookie))) {
      throw new ForbiddenError(
        'Your role needs a second factor: set it up at /wp-admin/second-factor.php, then try again.',
        'second_factor_required',
      );
    }
    return undefined;
  }
  if (typeof nonce !== 'string' || !isNonce(signer, signedIn.session, restNonceAction, nonce))
    throw wrongNonce();
  const { actor } = signedIn;
  // The newsroom uses REST for days: this extends its session, under a new token if capabilities changed.
  const renewed = await sessions.renew(signedIn);
  const session = renewed?.session ?? signedIn.session;
  return {
    actor,
    nonce: createNonce(signer, session, restNonceAction),
    previewNonce: (postId) => previewNonce(signer, session, postId),
    ...(renewed ? { setCookies: renewed.setCookies } : {}),
  };
}

/** As in WordPress, passwords are ignored where they would be sent unencrypted: such a request is a visitor's. */
async function byPassword({ accounts }: Door, { headers, ip }: Asked): Promise<Asker | undefined> {
  const sent = basicCredentials(headers.authorization);
  if (!sent || !takesApplicationPasswords(accounts.content.siteUrl)) return undefined;
  return admitProgram(accounts, { ...sent, ip, caller: callerOf(ip) });
}
