import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseCookies } from '../../lib/cookies.ts';
import type { Signer } from '../../lib/keys.ts';
import { ownPath } from '../../lib/urls.ts';
import { createRateLimit } from '../../lib/rate-limit.ts';
import type { Site } from '../pages/site.ts';
import { byAccount } from '../http/limits.ts';
import { formFields } from '../../kernel/http/forms.ts';

/** How long a given password is remembered, in seconds: ten days, as in WordPress. */
const rememberedSeconds = 10 * 24 * 60 * 60;
const longestPassword = 255;
/** Passwords that one address may try, and one account: an office opens an article together, and a list of words is no reader. */
export const passwordGuesses = { name: 'The password of an article', burst: 20, perSecond: 0.1 };

const postPasswordCookie = 'wp-postpass_broadsheet';

/** Whether the cookies hold the proof that the reader gave this password of a post. The password itself is in no cookie. */
export function unlocks(signer: Signer, cookieHeader: string | undefined, password: string): boolean {
  if (!cookieHeader?.includes(postPasswordCookie)) return false;
  const proof = parseCookies(cookieHeader)[postPasswordCookie];
  return proof !== undefined && signer.verify('post-password', password, proof);
}

/**
 * `POST /wp-login.php?action=postpass`: takes the password of a protected post and sends the reader back; 429 to an address, or an account, that tries
 * too many. `now`: for tests, in milliseconds.
 */
export function postPassword(
  { signer, sessions, content: { siteUrl } }: Pick<Site, 'signer' | 'sessions' | 'content'>,
  now?: () => number,
): (
  request: Pick<FastifyRequest<{ Body: unknown }>, 'ip' | 'body' | 'headers'>,
  reply: FastifyReply,
) => Promise<FastifyReply> {
  const limit = createRateLimit({ ...passwordGuesses, now });
  const who = byAccount(sessions);
  return async ({ ip, body, headers }, reply) => {
    limit(await who({ ip, headers })); // before the proof is made: without it no page says whether the password was right
    const password = (formFields(body).get('post_password') ?? '').slice(0, longestPassword);
    const proof = signer.sign('post-password', password);
    const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
    return reply
      .header(
        'set-cookie',
        `${postPasswordCookie}=${proof}; Path=/; Max-Age=${rememberedSeconds}; HttpOnly; SameSite=Lax${secure}`,
      )
      .header('cache-control', 'no-store')
      .redirect(ownPath(headers.referer, siteUrl) ?? '/', 303); // where the form was
  };
}
