import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createNonce } from '../../modules/users/session.ts';
import { mayEditSomething } from '../../kernel/permission.ts';
import type { SignedIn } from '../../modules/users/sessions.ts';
import type { BarKeys } from '../../modules/content/viewer.ts';
import { countingQueries } from '../../kernel/db/query-count.ts';
import type { Signer } from '../../lib/keys.ts';
import { wholeText } from '../../lib/text-around.ts';
import { queryOf, withQuery } from '../../lib/urls.ts';
import { siteSeenBy, siteWithoutOthers } from '../pages/site.ts';
import type { Site } from '../pages/site.ts';
import { differs } from '../cache/request-key.ts';
import { deviceOf } from '../cache/device.ts';
import { spellParameters, withCarriedQuery } from '../cache/parameters.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { RenderedReply } from '../cache/rendered-reply.ts';
import type { KeyedRequest } from '../cache/request-key.ts';
import type { StoredReply } from '../cache/stored-reply.ts';
import { logOutNonceAction } from '../login/logout.tsx';
import { restNonceAction } from '../rest/rest-actor.ts';
import { withoutForgedHeld } from './comments/held-comments.ts';
import { autosavedAsked, deviceAsked, isShareLink, sharedAsked, withoutShare } from './preview.ts';
import { redirectOfAddress, renderPageRequest } from './render-page-request.ts';
import type { Client } from './render-page-request.ts';
import { mayEditTemplates } from '../../modules/templates/policy.ts';
import type { Trial } from '../../modules/templates/model.ts';
import type { Actor } from '../../kernel/permission.ts';
import { noteMissingPages } from './note-missing-pages.ts';
import { stillPage } from '../pages/still-page.ts';
import type { Device } from '../cache/device.ts';

/** Serves all public pages that the cache's front handler does not answer. */
export function pageRoutes(app: FastifyInstance, site: Site, cache: PageCache, signer: Signer): void {
  const noteMissing = noteMissingPages(site.content.missingPages);
  app.get('/*', async (request, reply) => {
    // First, because it decides whether cached pages are served.
    const signedIn = await site.sessions.find(request.headers.cookie);
    const actor = signedIn?.actor;
    // No proxy may store these cookies, so a renewal or removal goes with an uncached page.
    const renewed = signedIn && (await site.sessions.renew(signedIn));
    const changed =
      renewed?.setCookies ??
      (site.sessions.hasStaleName(request.headers.cookie) ? site.sessions.noCookies : []);
    const stored = changed.length > 0 ? undefined : cache.requestOf(request.raw);
    const answer = stored && (await cache.respond(stored));
    // An address that is a 404 page for visitors may be a page for this user.
    if (answer && !differs(answer.reply, request.headers) && !(actor && answer.reply.status === 404)) {
      const moved = await redirectInstead(site, request, answer.reply.status);
      if (moved) {
        return reply
          .status(moved.status)
          .headers({ ...moved.headers, 'cache-control': 'no-store' })
          .type(moved.contentType)
          .send(sendable(moved.body));
      }
      const onward = onwardOf(answer.reply, request.raw.url ?? '', site.content.siteUrl);
      if (onward !== undefined) {
        return reply
          .status(answer.reply.status)
          .headers({ location: onward, 'cache-control': answer.reply.cacheControl })
          .type('text/plain; charset=utf-8')
          .send(`See ${onward}\n`);
      }
      if (answer.reply.status === 404 && !signedIn) noteMissing(request);
      reply.hijack();
      cache.send(request.raw, reply.raw, answer);
      return reply;
    }
    const proper =
      stored || changed.length > 0 ? undefined : withoutForgedHeld(signer, request.raw.url ?? '/');
    if (proper !== undefined) return reply.header('cache-control', 'no-store').redirect(proper, 302);
    const own = oneOffRequest(request, signedIn !== undefined);
    const tried = trialAsked(actor, own);
    const requested = tried?.device ? { ...own, device: tried.device } : own;
    const autosaved = autosavedAsked(signer, signedIn?.session, requested);
    const shared = isShareLink(requested) ? await sharedAsked(site.content.database.read, requested) : 0;
    // A share link may reach anyone: no third-party code is to learn the address.
    const seen = shared > 0 ? siteWithoutOthers(site) : siteSeenBy(site, actor);
    const cost = { queries: 0, beganAt: performance.now() };
    const bar =
      signedIn &&
      barOf(signer, signedIn, request.headers, () => ({
        cost,
        kept: cache.look(request.raw.url ?? '/', requested.device),
      }));
    const client: Client = {
      cookieHeader: request.headers.cookie,
      actor,
      shared,
      autosaved,
      bar,
      trial: tried?.trial,
    };
    const rendered = await countingQueries(cost, () =>
      renderForOne(
        seen,
        signer,
        isShareLink(requested) && shared === 0 ? withoutShare(requested) : requested,
        client,
      ),
    );
    const found = (await redirectInstead(site, request, rendered.status)) ?? rendered;
    if (found.status === 404 && !signedIn) noteMissing(request);
    const given = tried ? trialReply(found, requested, tried.trial) : found;
    const setCookies = [...(given.setCookies ?? []), ...changed];
    if (setCookies.length > 0) reply.header('set-cookie', setCookies);
    const headers = {
      ...given.headers,
      ...(requested.parameters.has('preview') ? previewHeaders : {}),
      'cache-control': 'private, no-store',
      vary: 'Cookie',
    };
    return reply.status(given.status).headers(headers).type(given.contentType).send(sendable(given.body));
  });
}

/** Keys of a page's admin bar; undefined without editing capabilities, in frames such as previews, and for code that fetches parts of the page. */
function barOf(
  signer: Signer,
  { actor, session }: SignedIn,
  { 'sec-fetch-dest': goesTo = 'document' }: IncomingHttpHeaders,
  facts: () => Pick<BarKeys, 'cost' | 'kept'>,
): BarKeys | undefined {
  if (goesTo !== 'document' || !mayEditSomething(actor)) return undefined;
  const leave = `/wp-login.php?action=logout&_wpnonce=${createNonce(signer, session, logOutNonceAction)}`;
  return { nonce: createNonce(signer, session, restNonceAction), leave, ...facts() };
}

/** Keeps previews out of search engines and their addresses, which may contain the key, from other sites. */
const previewHeaders = { 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' } as const;

/** The redirect of the whole address, when the renderer, which sees fewer parameters, found no page: `/old/?a=1` precedes `/old/`. */
async function redirectInstead(
  site: Site,
  request: FastifyRequest,
  status: number,
): Promise<RenderedReply | undefined> {
  return status >= 300 && status < 500 ? redirectOfAddress(site, request.raw.url ?? '') : undefined;
}

function sendable(body: RenderedReply['body']): string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body) ? body : wholeText(body);
}

/** A redirect's target with the parameters that its renderer did not see; undefined if they change nothing. */
function onwardOf(
  { status, commonHeaders }: StoredReply,
  requested: string,
  siteUrl: string,
): string | undefined {
  const location =
    status >= 300 && status < 400 ? commonHeaders[commonHeaders.indexOf('location') + 1] : undefined;
  const onward = location && withCarriedQuery(location, requested, siteUrl);
  return onward === location ? undefined : onward;
}

/** A reply for this client alone; never stored. */
async function renderForOne(
  site: Site,
  signer: Signer,
  request: KeyedRequest,
  client: Client,
): Promise<RenderedReply> {
  const rendered = await renderPageRequest(site, signer, request, client);
  return 'shareKey' in rendered ? rendered.render() : rendered;
}

function oneOffRequest(request: FastifyRequest, isSignedIn: boolean): KeyedRequest {
  const address = request.raw.url ?? '/';
  const [path = '/'] = address.split('?', 1);
  const parameters = spellParameters(new URLSearchParams(queryOf(address)));
  const device = (isSignedIn && deviceAsked({ parameters })) || deviceOf(request.headers);
  return { key: '', device, path, action: undefined, parameters };
}

/** Parameters of any page for users who can edit templates; ignored for all others. */
const names = { template: 'template_preview', device: 'device', scheme: 'scheme' } as const;

interface TrialAsked {
  readonly trial: Trial;
  /** Undefined: the requesting device. */
  readonly device: Device | undefined;
}

/**
 * The requested trial of a page: `?template_preview=12&device=phone`, with at least one of the two. Undefined for users
 * who can't edit templates, and in previews of posts, which have their own device parameter.
 */
function trialAsked(
  actor: Actor | undefined,
  { parameters }: Pick<KeyedRequest, 'parameters'>,
): TrialAsked | undefined {
  const [template, device, scheme] = [
    parameters.get(names.template),
    parameters.get(names.device),
    parameters.get(names.scheme),
  ];
  const known = device === 'phone' || device === 'desktop' ? device : undefined;
  if (
    (template === undefined && known === undefined) ||
    parameters.get('preview') === 'true' ||
    !mayEditTemplates(actor)
  )
    return undefined;
  return {
    trial: { template, isDark: scheme === 'dark' ? true : scheme === 'light' ? false : undefined },
    device: known,
  };
}

/** Blocks scripts, links and third-party resources except images and media; only this site may frame it (decision 099). */
const policy = [
  `default-src 'none'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: https: http:`,
  `media-src 'self' https: http:`,
  `font-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
  'sandbox allow-same-origin',
].join('; ');

/** Turns a reply into an inert rendering of the page; a redirect passes the trial's parameters on. */
function trialReply(
  reply: RenderedReply,
  { parameters }: Pick<KeyedRequest, 'parameters'>,
  { isDark }: Trial,
): RenderedReply {
  const { body } = reply;
  const { location, ...headers } = reply.headers ?? {};
  if (location !== undefined) {
    const carried = Object.values(names).flatMap((name) => {
      const value = parameters.get(name);
      return value === undefined ? [] : [[name, value]];
    });
    return {
      ...reply,
      headers: { ...headers, location: withQuery(location, new URLSearchParams(carried).toString()) },
    };
  }
  if (Buffer.isBuffer(body) || !reply.contentType.startsWith('text/html')) return reply;
  const { link: _preloads, ...others } = headers;
  const page = typeof body === 'string' ? body : wholeText(body);
  return {
    ...reply,
    body: stillPage(page, isDark),
    headers: { ...others, 'content-security-policy': policy, 'x-robots-tag': 'noindex' },
  };
}
