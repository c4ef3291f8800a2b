import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseCookies } from '../../lib/cookies.ts';
import { measureReading } from '../../lib/cpu-cost.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Signer } from '../../lib/keys.ts';
import { isUtf8 } from '../../lib/encodings.ts';
import { queryOf } from '../../lib/urls.ts';
import { siteSeenBy } from '../pages/site.ts';
import type { Site } from '../pages/site.ts';
import { publicCallOf } from '../cache/front-handler.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { RenderedReply, SharedReply } from '../cache/rendered-reply.ts';
import type { KeyedRequest } from '../cache/request-key.ts';
import { noTextInUtf8, formFields } from '../../kernel/http/forms.ts';
import { runAction, ajaxActions } from './admin-ajax.ts';
import { createAjaxLimits } from './ajax-action.ts';
import type { AjaxContext } from './ajax-action.ts';

const json = 'application/json; charset=utf-8';

/** `/wp-admin/admin-ajax.php`: POST as the specification says; GET for actions that read. */
export function adminAjaxRoute(app: FastifyInstance, site: Site, cache: PageCache, signer: Signer): void {
  const limits = createAjaxLimits();
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    fields: ReadonlyMap<string, string> | undefined,
  ) => {
    const signedIn = await site.sessions.find(request.headers.cookie);
    const query = new URLSearchParams(queryOf(request.raw.url ?? ''));
    const {
      status,
      isJson,
      body,
      reply: done,
    } = await runAction(
      {
        site: siteSeenBy(site, signedIn?.actor),
        signer,
        fields: fields ?? new Map(query),
        cookies: parseCookies(request.headers.cookie),
        client: {
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          headers: request.headers,
          signedIn,
          query,
          limits,
        },
      },
      { reads: fields === undefined },
    );
    if (done?.setCookies) reply.header('set-cookie', done.setCookies);
    return reply
      .status(status)
      .headers(done?.headers ?? {})
      .header('cache-control', 'no-store')
      .type(isJson ? json : 'text/html; charset=utf-8')
      .send(body);
  };
  app.get('/wp-admin/admin-ajax.php', (request, reply) => answer(request, reply, undefined));
  // Scripts send FormData; a body that is no form has no fields. Node's parser accepts boundaries of 27 to 70
  // characters, as browsers create, and takes 0.1 s per megabyte.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) =>
      measureReading(request, async () => {
        const texts = await textsOf(body, request.headers['content-type'] ?? '').catch((error: unknown) => {
          request.log.debug({ reason: messageOf(error) }, 'A multipart body is no form');
          return [];
        });
        // A file among the fields, which no action accepts, may be binary.
        if (texts.some((pair) => pair.join('').includes('\ufffd')) && !isUtf8(body)) throw noTextInUtf8();
        return Object.fromEntries(texts);
      }),
  );
  app.post<{ Body: unknown }>('/wp-admin/admin-ajax.php', async (request, reply) => {
    const call = publicCallOf(request.raw);
    if (!call || ajaxActions.get(call.action ?? '')?.isCacheable?.(call.parameters, signer) === false)
      return answer(request, reply, formFields(request.body));
    const cached = await cache.respond(call);
    reply.hijack();
    cache.send(request.raw, reply.raw, cached);
    return reply;
  });
}

async function textsOf(body: Buffer, contentType: string): Promise<(readonly [string, string])[]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData();
  return [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

/** Renders a public call for the cache, from its declared fields alone. */
export async function renderCall(
  site: Site,
  signer: Signer,
  call: KeyedRequest,
): Promise<RenderedReply | SharedReply> {
  const fields = new Map([...call.parameters, ['action', call.action ?? '']] as [string, string][]);
  const context = { site, signer, fields, cookies: {} };
  const shared = await ajaxActions.get(call.action ?? '')?.share?.(context);
  return shared
    ? {
        shareKey: `${call.action} ${shared.key}`,
        aliasTags: shared.tags,
        render: () => renderAction(context),
      }
    : renderAction(context);
}

async function renderAction(context: AjaxContext): Promise<RenderedReply> {
  const { status, body, reply } = await runAction(context);
  return {
    status,
    contentType: json,
    body,
    tags: reply?.tags ?? new Map(),
    expiresAt: reply?.expiresAt,
    isLacking: reply?.isLacking ?? false,
    searched: reply?.searched,
    store: status === 200 && reply?.tags !== undefined,
    headers: { 'x-robots-tag': 'noindex' },
  };
}
