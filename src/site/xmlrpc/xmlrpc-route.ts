import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitProgram } from '../../modules/accounts/admit-program.ts';
import { removePart } from '../../kernel/part-files.ts';
import { takesApplicationPasswords } from '../../modules/users/application-password.ts';
import { callerOf } from '../../lib/caller.ts';
import { UnauthorizedError } from '../../lib/errors.ts';
import type { Site } from '../pages/site.ts';
import { atItsPace } from '../../kernel/http/slow-uploads.ts';
import type { RestSite } from '../../kernel/http/rest/rest-request.ts';
import type { Caller } from './call.ts';
import { disabledFault, faultOf, wrongPassword, XmlRpcFault } from './fault.ts';
import { methods, openMethods } from './methods.ts';
import { receiveCall } from './receive-call.ts';
import { rsdXml } from './rsd.ts';
import type { SentValue } from './values.ts';
import { faultXml, responseXml } from './write-response.ts';

const path = '/xmlrpc.php';

/** Fastify plugin: `/xmlrpc.php`. Methods ask REST's routes, as `rest` has them. */
export async function xmlRpcRoute(
  app: FastifyInstance,
  { site, rest }: { readonly site: Site; readonly rest: RestSite },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Bodies are read by the handler: whatever they are called, and no further than it takes.
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: IncomingMessage) => payload);
  app.get(path, async (request, reply) => {
    const isOn = (await site.content.settings.current()).xmlrpc_enabled;
    if (isOn && Object.hasOwn(request.query as object, 'rsd')) {
      return reply
        .header('cache-control', 'no-store')
        .type('text/xml; charset=utf-8')
        .send(rsdXml(site.content.siteUrl));
    }
    return reply
      .status(405)
      .headers({ allow: 'POST', 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send('XML-RPC server accepts POST requests only.');
  });
  app.post(path, async (request, reply) => {
    try {
      return send(reply, responseXml(await answer(app, site, rest, request)));
    } catch (error) {
      const fault = faultOf(error, (unexpected) =>
        request.log.error({ err: unexpected }, 'XML-RPC call failed'),
      );
      if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
      return send(reply, faultXml(fault));
    }
  });
}

const send = (reply: FastifyReply, xml: string) =>
  reply.header('cache-control', 'no-store').type('text/xml; charset=utf-8').send(xml);

async function answer(
  app: FastifyInstance,
  site: Site,
  rest: RestSite,
  request: FastifyRequest,
): Promise<SentValue> {
  const { content } = site;
  const settings = await content.settings.current();
  const { raw, ip } = request;
  if (!settings.xmlrpc_enabled) {
    raw.resume();
    throw disabledFault();
  }
  const call = await receiveCall(raw, {
    methods,
    openMethods,
    dataDir: rest.dataDir,
    admit: (username, password) => admit(site, request, username, password),
    atItsPace: (receive) => atItsPace(app.server, raw, receive),
  });
  if (call.kind === 'open') return call.method.run(call.params);
  const { method, params, caller, part } = call;
  try {
    const onFault = (error: unknown) => request.log.error({ err: error, ip }, 'XML-RPC call failed');
    return await method.run({ ...caller, site: rest, content, settings, part, onFault }, params);
  } finally {
    if (part) await removePart(part); // unless the upload has moved it
  }
}

/** Lets programs in by their own passwords alone. An account's password is refused like any other wrong one; cookies count for nothing. */
async function admit(
  { accounts }: Site,
  { ip, headers }: FastifyRequest,
  name: string,
  password: string,
): Promise<Caller> {
  if (!takesApplicationPasswords(accounts.content.siteUrl))
    throw new XmlRpcFault(403, 'XML-RPC needs HTTPS: passwords are not accepted over HTTP.');
  try {
    const admitted = await admitProgram(accounts, { name, password, ip, caller: callerOf(ip) });
    return { ...admitted, client: { ip, userAgent: (headers['user-agent'] ?? '').slice(0, 500) } };
  } catch (error) {
    throw error instanceof UnauthorizedError ? wrongPassword() : error;
  }
}
