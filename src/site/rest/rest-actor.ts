import { admitProgram } from '../../modules/accounts/sign-in.ts';
import { takesApplicationPasswords } from '../../modules/users/application-password.ts';
import { createNonce, isNonce } from '../../modules/users/session.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { ForbiddenError } from '../../lib/errors.ts';
import type { Site } from '../pages/site.ts';
import { previewNonce } from '../replies/preview.ts';
import { basicCredentials } from '../../kernel/http/rest/credentials.ts';
import type { Asked, Asker } from '../../kernel/http/rest/rest-request.ts';

/** What a nonce for REST is made for. */
export const restNonceAction = 'wp_rest';

type Door = Pick<Site, 'sessions' | 'signer' | 'accounts'>;

/**
 * Who asks: by the session's cookie with its nonce, else by an application password (`Authorization: Basic`), never by both. Throws `ForbiddenError` for a
 * nonce that is not of this session, or of one that has ended, and as `admitProgram`.
 */
export async function restActor(site: Door, asked: Asked): Promise<Asker | undefined> {
  const asker = (await bySession(site, asked)) ?? (await byPassword(site, asked));
  // Visitors are given no nonce: who comes with one had a session, and is told that it is over.
  if (!asker && nonceOf(asked) !== undefined) throw wrongNonce();
  return asker;
}

const nonceOf = ({ headers, query }: Asked) => query.get('_wpnonce') ?? headers['x-wp-nonce'];
const wrongNonce = () => new ForbiddenError('Cookie check failed', 'rest_cookie_invalid_nonce');

/** Another site can make a browser send the cookie, and not the nonce (`X-WP-Nonce`, or `_wpnonce` in the query): a request without one is a visitor's. */
async function bySession({ sessions, signer }: Door, asked: Asked): Promise<Asker | undefined> {
  const nonce = nonceOf(asked);
  const signedIn = nonce === undefined ? undefined : await sessions.find(asked.headers.cookie);
  if (!signedIn) {
    if (nonce !== undefined && (await sessions.findOwing(asked.headers.cookie))) {
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
  // The newsroom works over REST for days: its session goes on by that, and under another token where rights have changed.
  const renewed = await sessions.renew(signedIn);
  const session = renewed?.session ?? signedIn.session;
  return {
    actor,
    nonce: createNonce(signer, session, restNonceAction),
    previewNonce: (postId) => previewNonce(signer, session, postId),
    ...(renewed ? { setCookies: renewed.setCookies } : {}),
  };
}

/** Where passwords would go through networks in the clear, none is looked at, as in WordPress: who sends one is a visitor. */
async function byPassword({ accounts }: Door, { headers, ip }: Asked): Promise<Asker | undefined> {
  const sent = basicCredentials(headers.authorization);
  if (!sent || !takesApplicationPasswords(accounts.content.siteUrl)) return undefined;
  return admitProgram(accounts, { ...sent, ip, caller: callerOf(ip) });
}
