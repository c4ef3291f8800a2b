import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseCookies } from '../../lib/cookies.ts';
import type { Signer } from '../../lib/keys.ts';
import { ownPath } from '../../lib/urls.ts';
import { createRateLimit } from '../../lib/rate-limit.ts';
import type { Site } from '../pages/site.ts';
import { byAccount } from '../http/limits.ts';
import { formFields } from '../../kernel/http/forms.ts';

/** Ten days in seconds, as in WordPress. */
const rememberedSeconds = 10 * 24 * 60 * 60;
const maxPasswordLength = 255;
/** Attempts per address and per account: enough for an office that opens an article together, too few for a word list. */
export const passwordGuesses = { name: 'The password of an article', burst: 20, perSecond: 0.1 };

const postPasswordCookie = 'wp-postpass_broadsheet';

/** Whether the cookies prove that the visitor entered this password of a post. No cookie contains the password itself. */
export function unlocks(signer: Signer, cookieHeader: string | undefined, password: string): boolean {
  if (!cookieHeader?.includes(postPasswordCookie)) return false;
  const proof = parseCookies(cookieHeader)[postPasswordCookie];
  return proof !== undefined && signer.verify('post-password', password, proof);
}

/**
 * `POST /wp-login.php?action=postpass`: checks the password of a protected post and redirects back; 429 after too many
 * attempts by an address or account. `now`: milliseconds, for tests.
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
    limit(await who({ ip, headers })); // before creating the proof, without which no page reveals whether the password was right
    const password = (formFields(body).get('post_password') ?? '').slice(0, maxPasswordLength);
    const proof = signer.sign('post-password', password);
    const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
    return reply
      .header(
        'set-cookie',
        `${postPasswordCookie}=${proof}; Path=/; Max-Age=${rememberedSeconds}; HttpOnly; SameSite=Lax${secure}`,
      )
      .header('cache-control', 'no-store')
      .redirect(ownPath(headers.referer, siteUrl) ?? '/', 303); // back to the form's page
  };
}
