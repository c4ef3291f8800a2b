import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admitProgram } from '../../modules/accounts/sign-in.ts';
import { removePart } from '../../kernel/part-files.ts';
import { takesApplicationPasswords } from '../../modules/users/application-password.ts';
import { callerOf } from '../../lib/request-headers.ts';
import { UnauthorizedError } from '../../lib/errors.ts';
import type { Site } from '../pages/site.ts';
import { atItsPace } from '../../kernel/http/connections.ts';
import type { RestSite } from '../../kernel/http/rest/rest-request.ts';
import type { Caller } from './call.ts';
import { disabledFault, faultOf, wrongPassword, XmlRpcFault } from './fault.ts';
import { receiveCall } from './receive-call.ts';
import type { SentValue, SentStruct } from './values.ts';
import { xmlText } from '../../lib/xml.ts';
import { IsoDate } from './values.ts';
import { bloggerMethods } from './blogger.ts';
import { commentMethods } from './comments.ts';
import { mediaMethods } from './media.ts';
import { metaWeblogMethods } from './meta-weblog.ts';
import type { OpenMethod, XmlRpcMethod } from './method.ts';
import { movableTypeMethods } from './movable-type.ts';
import { optionMethods } from './options.ts';
import { pageMethods } from './pages.ts';
import { postMethods } from './posts.ts';
import { termMethods } from './terms.ts';
import { typeMethods } from './types.ts';
import { userMethods } from './users.ts';

const path = '/xmlrpc.php';

/** Fastify plugin: `/xmlrpc.php`. Methods call REST routes through `rest`. */
export async function xmlRpcRoute(
  app: FastifyInstance,
  { site, rest }: { readonly site: Site; readonly rest: RestSite },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // The handler reads bodies itself, of any content type and only as far as needed.
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

/** Accepts application passwords only. An account's password is refused like a wrong one; cookies are ignored. */
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

/** Protocol names that blog editors look for; they take the preferred one that they know. */
const apis = ['WordPress', 'Movable Type', 'MetaWeblog', 'Blogger'];

/** Really Simple Discovery: tells blog editors the XML-RPC address. They choose a protocol by the engine's name. */
function rsdXml(siteUrl: string): string {
  const entry = (name: string, link: string, preferred: boolean) =>
    `<api name="${name}" blogID="1" preferred="${preferred}" apiLink="${xmlText(link)}"/>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">
<service>
<engineName>WordPress</engineName>
<engineLink>https://wordpress.org/</engineLink>
<homePageLink>${xmlText(siteUrl)}</homePageLink>
<apis>
${apis.map((name, index) => entry(name, `${siteUrl}/xmlrpc.php`, index === 0)).join('\n')}
${entry('WP-API', `${siteUrl}/wp-json/`, false)}
</apis>
</service>
</rsd>
`;
}

/** Escapes carriage returns, which XML parsers would turn into line feeds. */
const escaped = (text: string): string => xmlText(text).replaceAll('\r', '&#13;');

function write(value: SentValue): string {
  if (value === null) return '<nil/>';
  if (typeof value === 'string') return `<string>${escaped(value)}</string>`;
  if (typeof value === 'boolean') return `<boolean>${value ? 1 : 0}</boolean>`;
  if (typeof value === 'number')
    return Number.isInteger(value) ? `<int>${value}</int>` : `<double>${value}</double>`;
  if (value instanceof IsoDate) return `<dateTime.iso8601>${escaped(value.text)}</dateTime.iso8601>`;
  if (isArray(value)) return `<array><data>${value.map(valueXml).join('')}</data></array>`;
  const members = Object.entries(value).map(([name, member]) =>
    member === undefined ? '' : `<member><name>${escaped(name)}</name>${valueXml(member)}</member>`,
  );
  return `<struct>${members.join('')}</struct>`;
}

const isArray = (value: readonly SentValue[] | SentStruct): value is readonly SentValue[] =>
  Array.isArray(value);
const valueXml = (value: SentValue): string => `<value>${write(value)}</value>`;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';

function responseXml(value: SentValue): string {
  return `${head}<methodResponse><params><param>${valueXml(value)}</param></params></methodResponse>\n`;
}

function faultXml({ code, message }: XmlRpcFault): string {
  return `${head}<methodResponse><fault>${valueXml({ faultCode: code, faultString: message })}</fault></methodResponse>\n`;
}

export const methods: ReadonlyMap<string, XmlRpcMethod> = new Map(
  [
    ...postMethods,
    ...pageMethods,
    ...termMethods,
    ...mediaMethods,
    ...commentMethods,
    ...userMethods,
    ...optionMethods,
    ...typeMethods,
    ...metaWeblogMethods,
    ...bloggerMethods,
    ...movableTypeMethods,
  ].map((one) => [one.name, one]),
);

const capabilities: SentValue = {
  xmlrpc: { specUrl: 'http://www.xmlrpc.com/spec', specVersion: 1 },
  faults_interop: {
    specUrl: 'http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php',
    specVersion: 20_010_516,
  },
};

const open = (name: string, run: OpenMethod['run']): OpenMethod => ({ name, run });
const listMethods = () => [...openMethods.keys(), ...methods.keys()].toSorted();

/** Methods without credentials. No `system.multicall`, which would try many passwords in one request. */
const openMethods: ReadonlyMap<string, OpenMethod> = new Map(
  [
    open('system.listMethods', listMethods),
    open('system.getCapabilities', () => capabilities),
    open('system.methodSignature', ([name]) => [['array', ...paramsOf(name).map(() => 'string')]]),
    open('system.methodHelp', ([name]) => `${nameOf(name)}(${paramsOf(name).join(', ')})`),
    open('mt.supportedMethods', listMethods),
    open('mt.supportedTextFilters', () => []),
    open('mt.getTrackbackPings', () => []),
  ].map((one) => [one.name, one]),
);

function nameOf(sent: unknown): string {
  if (typeof sent !== 'string')
    throw new XmlRpcFault(-32_602, 'server error. the name of a method is expected.');
  return sent;
}

function paramsOf(name: unknown): readonly string[] {
  const named = nameOf(name);
  if (openMethods.has(named)) return [];
  const found = methods.get(named);
  if (!found)
    throw new XmlRpcFault(-32_601, `server error. requested method ${named.slice(0, 100)} does not exist.`);
  return found.params;
}
