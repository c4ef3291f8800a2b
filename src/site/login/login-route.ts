import type { FastifyInstance, FastifyReply } from 'fastify';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { BroadsheetError, ForbiddenError, TooManyRequestsError } from '../../lib/errors.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf } from '../../lib/urls.ts';
import type { Site } from '../pages/site.ts';
import { byAccount } from '../http/limits.ts';
import { isForeign } from '../http/security-headers.ts';
import { postPassword } from '../replies/post-password.ts';
import { formFields } from '../../kernel/http/forms.ts';
import { renderAccountPage } from './account-page.tsx';
import type { LoginAction, LoginContext, LoginReply } from './login-action.ts';
import { login } from './login.tsx';
import { logout } from './logout.tsx';
import { lostPassword, rp } from './lost-password.tsx';
import { register, confirm } from './register.tsx';
import { secondStep, signedIn } from './second-step.tsx';
import { noticeOf } from './login-action.ts';

export const loginActions: ReadonlyMap<string, LoginAction> = new Map(
  [login, logout, lostPassword, rp, register, confirm, secondStep, signedIn].flatMap((action) =>
    action.names.map((name) => [name, action] as const),
  ),
);

/**
 * `/wp-login.php`: log-in, log-out, lost passwords, registration and mailed links, without scripts. An unknown action
 * is `login`, as in WordPress. `now`: milliseconds, for tests.
 */
export function loginRoute(app: FastifyInstance, site: Site, now?: () => number): void {
  const openPost = postPassword(site, now);
  const who = byAccount(site.sessions);
  app.route<{ Body: unknown }>({
    method: ['GET', 'POST'],
    url: '/wp-login.php',
    handler: async (request, reply) => {
      const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
      const isPost = request.method === 'POST';
      if (isPost && query.get('action') === 'postpass') return openPost(request, reply);
      const action = loginActions.get(query.get('action') ?? '') ?? login;
      const settings = await site.content.settings.current();
      const context: LoginContext = {
        site,
        settings,
        query,
        fields: isPost ? formFields(request.body) : new Map(),
        headers: request.headers,
        ip: request.ip,
        signedIn:
          (await site.sessions.find(request.headers.cookie)) ??
          (await site.sessions.findOwing(request.headers.cookie)),
      };
      if (!isPost) return send(context, reply, await action.get(context));
      try {
        site.accounts.guard.post(await who(request));
        if (isForeign(request.headers, site.content.siteUrl))
          throw new ForbiddenError(readerText(settings, 'account_foreign'), 'account_foreign');
        return await send(context, reply, await action.post(context));
      } catch (error) {
        return refuse(error, { action, context, reply });
      }
    },
  });
}

interface Refused {
  readonly action: LoginAction;
  readonly context: LoginContext;
  readonly reply: FastifyReply;
}

/** Shows a client's error above the form with its input; rethrows server errors. */
async function refuse(error: unknown, { action, context, reply }: Refused): Promise<FastifyReply> {
  if (!(error instanceof BroadsheetError) || error.status >= 500) throw error;
  if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
  const refused = await action.refused(context, noticeOf(error, context.settings));
  return send(context, reply, refused, error.status);
}

async function send(
  context: LoginContext,
  reply: FastifyReply,
  answer: LoginReply,
  status?: number,
): Promise<FastifyReply> {
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'same-origin');
  if (answer.kind === 'redirect') {
    if (answer.setCookies) reply.header('set-cookie', answer.setCookies);
    return reply.redirect(answer.to, reply.request.method === 'POST' ? 303 : 302);
  }
  const { html, headers } = await renderAccountPage(context, answer);
  return reply
    .status(status ?? answer.status ?? 200)
    .headers({ ...headers, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(wholeText(html));
}
