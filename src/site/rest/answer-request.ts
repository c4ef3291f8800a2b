import { writtenBy } from '../../modules/users/check-actor-again.ts';
import type { Actor } from '../../kernel/permission.ts';
import { BroadsheetError, InvalidInputError, NotFoundError } from '../../lib/errors.ts';
import { trimEndOf } from '../../lib/cut-text.ts';
import { embedInto, finishItem, parseEmbed } from './embed.ts';
import type { FieldTree } from '../../kernel/http/rest/query-string.ts';
import { readIfMatch } from '../../kernel/http/rest/from-revision.ts';
import {
  isList,
  KeyedValue,
  parseQueryString,
  keepFields,
  parseFields,
} from '../../kernel/http/rest/query-string.ts';
import { readBody, refuseOtherText } from '../../kernel/http/rest/read-body.ts';
import type { SentBody } from '../../kernel/http/rest/read-body.ts';
import { encodeRestError, errorHeaders, faultAt } from '../../kernel/http/rest/rest-errors.ts';
import { SentDownload } from '../../kernel/http/rest/rest-reply.ts';
import type { CollectionAnswer, RestItem, RestMethodName } from '../../kernel/http/rest/rest-reply.ts';
import { restUrl } from '../../kernel/http/rest/rest-request.ts';
import type { Client, RestRequest, RestSite } from '../../kernel/http/rest/rest-request.ts';
import type { Answered, BodyKind, RestRoute } from '../../kernel/http/rest/rest-route.ts';
import { describeRoute } from './route-index.ts';

export interface RestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface IncomingRequest {
  readonly method: string;
  readonly methodOverride?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly prefer?: string | undefined;
  /** Path below `/wp-json`, decoded. */
  readonly path: string;
  /** Without `?`. */
  readonly queryString: string;
  readonly body?: SentBody | undefined;
  /** Undefined: a visitor. */
  readonly actor: Actor | undefined;
  /** Id of the application password, if the caller used one. */
  readonly applicationPassword?: string | undefined;
  readonly previewNonce?: RestRequest['previewNonce'];
  readonly client?: Client | undefined;
}

const noRoute = () =>
  new NotFoundError('No route was found matching the URL and request method.', 'rest_no_route');

/** Answers one REST request, including refusals. `onFault` receives unexpected errors. */
export async function answerRequest(
  site: RestSite,
  routes: readonly RestRoute[],
  incoming: IncomingRequest,
  onFault: (error: unknown) => void,
): Promise<RestReply> {
  const query = parseQueryString(incoming.queryString);
  const reply = await answer(site, routes, incoming, query, onFault).catch((error: unknown) =>
    replyToFault(error, onFault, pathOf(incoming)),
  );
  if (!query.has('_envelope') || reply.body instanceof SentDownload) return reply;
  return { status: 200, headers: {}, body: enveloped(reply) };
}

/** WordPress' spelling of headers that is not one capital per word; numeric ones are numbers. */
const spelled: Readonly<Record<string, string>> = {
  etag: 'ETag',
  'x-wp-total': 'X-WP-Total',
  'x-wp-totalpages': 'X-WP-TotalPages',
};
const counts = new Set(['x-wp-total', 'x-wp-totalpages']);

/** A reply embedded in another one. Unlike in HTTP, header names are case-sensitive in JSON. */
export function enveloped({ body, status, headers }: RestReply) {
  const named = Object.entries(headers).map(
    ([name, value]) =>
      [
        spelled[name] ?? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
        counts.has(name) ? Number(value) : value,
      ] as const,
  );
  return { body, status, headers: Object.fromEntries(named) };
}

function replyToFault(error: unknown, onFault: RestRequest['onFault'], path = ''): RestReply {
  const body = faultAt(path, encodeRestError(error));
  // 501 is an intended refusal of something that this site lacks, such as an argument that WordPress refuses with it.
  if (body.data.status >= 500 && !(error instanceof BroadsheetError && body.data.status === 501))
    onFault(error);
  return { status: body.data.status, headers: errorHeaders(error), body };
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

async function answer(
  site: RestSite,
  routes: readonly RestRoute[],
  incoming: IncomingRequest,
  query: RestRequest['query'],
  onFault: RestRequest['onFault'],
): Promise<RestReply> {
  const path = pathOf(incoming);
  const found = findRoute(routes, path);
  if (!found) throw noRoute();
  const { route, captured } = found;
  const method = methodOf(incoming, query);
  // Applies to every actor: a request declared as reading, which proxies may prefetch or repeat, never writes.
  const actor =
    readingMethods.has(method) || !readingMethods.has(incoming.method) ? incoming.actor : undefined;
  if (!readingMethods.has(method)) refuseOtherText(incoming.queryString);
  const ifMatch = readIfMatch(incoming.ifMatch);
  const request: RestRequest = {
    site,
    settings: await site.content.settings.current(),
    actor,
    applicationPassword: incoming.applicationPassword,
    previewNonce: incoming.previewNonce,
    client: incoming.client,
    query,
    fields: parseFields(query.get('_fields')),
    file: incoming.body?.file,
    ifMatch,
    path,
    onFault,
    isAsync: /(?:^|,)\s*respond-async\s*(?:[,;]|$)/i.test(incoming.prefer ?? ''),
  };
  if (method === 'OPTIONS') {
    const headers = { allow: (await route.allowed(request, captured)).join(', ') };
    return {
      status: 200,
      headers,
      body: keepFields(describeRoute(route, 'with reply schema'), request.fields),
    };
  }
  const sent = (): ReadonlyMap<string, unknown> =>
    readingMethods.has(method) || !incoming.body ? query : new Map([...query, ...readBody(incoming.body)]);
  return run(found, method === 'HEAD' ? 'GET' : method, request, sent);
}

async function run(
  { route, captured }: Found,
  method: string,
  asked: RestRequest,
  sent: () => ReadonlyMap<string, unknown>,
): Promise<RestReply> {
  const request =
    readingMethods.has(method) || !asked.actor ? asked : { ...asked, site: siteFor(asked.site, asked.actor) };
  const answered = await route.answer(method, request, captured, sent);
  if (!answered) throw noRoute();
  return write(request, answered);
}

/**
 * The site with a database that re-checks the actor before each write (`checkActorAgain`); in a batch each request checks
 * separately, after the effects of the previous ones.
 */
function siteFor(
  { plain, ...site }: RestSite & { readonly plain?: RestSite },
  actor: Actor,
): RestSite & { readonly plain: RestSite } {
  const bare = plain ?? site;
  return {
    ...bare,
    plain: bare,
    content: { ...bare.content, database: writtenBy(bare.content.database, actor) },
  };
}

export interface Part {
  readonly method: RestMethodName;
  /** Below `/wp-json`, as sent. */
  readonly path: string;
  readonly queryString: string;
  readonly query: RestRequest['query'];
  readonly params: Readonly<Record<string, unknown>>;
  readonly ifMatch?: string | undefined;
}

const sentWith = ({ query, params }: Part) => new Map([...query, ...Object.entries(params)]);

/** The error of a batch's request as far as it can be detected without running it. */
export function faultOfPart(
  routes: readonly RestRoute[],
  part: Part,
  onFault: RestRequest['onFault'],
): RestReply | undefined {
  try {
    const { route } = findRoute(routes, pathOf(part)) ?? {};
    if (!route?.methods[part.method]) throw noRoute();
    if (!route.isBatched)
      throw new InvalidInputError(
        'The requested route does not support batch requests.',
        'rest_batch_not_allowed',
      );
    refuseOtherText(part.queryString);
    route.check(part.method, sentWith(part));
    return undefined;
  } catch (error) {
    return replyToFault(error, onFault);
  }
}

/** Runs one request of a batch as `actor`; its route's own refusals apply. */
export async function answerPart(
  routes: readonly RestRoute[],
  part: Part,
  batch: RestRequest,
  actor: Actor | undefined,
): Promise<RestReply> {
  const path = pathOf(part);
  const { query } = part;
  const found = findRoute(routes, path);
  if (!found?.route.isBatched) return replyToFault(noRoute(), batch.onFault);
  const request: RestRequest = {
    ...batch,
    settings: await batch.site.content.settings.current(),
    actor,
    query,
    fields: parseFields(query.get('_fields')),
    file: undefined,
    ifMatch: readIfMatch(part.ifMatch),
    path,
  };
  return run(found, part.method, request, () => sentWith(part)).catch((error: unknown) =>
    replyToFault(error, batch.onFault),
  );
}

const pathOf = ({ path }: Pick<IncomingRequest, 'path'>): string => trimEndOf(path, '/') || '/';

/** The effective method: `_method` and `X-HTTP-Method-Override` are for clients that can only send `POST`. */
function methodOf({ method, methodOverride }: IncomingRequest, query: RestRequest['query']): string {
  const asked = query.get('_method');
  return (typeof asked === 'string' && asked !== '' ? asked : methodOverride || method).toUpperCase();
}

/** How to read a request's body; undefined: not at all, the answer is known without it. */
export function bodyKindOf(
  routes: readonly RestRoute[],
  incoming: IncomingRequest & { readonly actor: Actor },
): BodyKind | undefined {
  const found = findRoute(routes, pathOf(incoming));
  return found
    ? found.route.bodyOf(methodOf(incoming, parseQueryString(incoming.queryString)), incoming.actor)
    : 'short';
}

interface Found {
  readonly route: RestRoute;
  readonly captured: Readonly<Record<string, string>>;
}

function findRoute(routes: readonly RestRoute[], path: string): Found | undefined {
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match) return { route, captured: { ...match.groups } };
  }
  return undefined;
}

async function write(
  request: RestRequest,
  { answer: answered, status, allowed }: Answered,
): Promise<RestReply> {
  const { fields } = request;
  const headers = {
    allow: allowed.join(', '),
    link: `<${restUrl(request, '/')}>; rel="https://api.w.org/"`,
    // No proxy may cache the text of a protected post.
    ...(request.query.has('password') ? { 'cache-control': 'no-store' } : {}),
  };
  switch (answered.kind) {
    case 'item': {
      const [body] = await finishItems(request, [answered.item]);
      const { revision } = answered.item;
      const tag: Readonly<Record<string, string>> = revision === undefined ? {} : { etag: `"${revision}"` };
      return { status, headers: { ...headers, ...tag, ...answered.headers }, body };
    }
    case 'collection':
      return {
        status,
        headers: { ...headers, ...pageHeaders(request, answered) },
        body: await finishItems(request, answered.items),
      };
    case 'items':
      return { status, headers, body: await finishItems(request, answered.items) };
    case 'named': {
      const finished = await finishItems(request, Object.values(answered.items));
      return {
        status,
        headers,
        body: Object.fromEntries(Object.keys(answered.items).map((name, index) => [name, finished[index]])),
      };
    }
    case 'removed':
      return {
        status,
        headers,
        body: keepFields({ deleted: true, previous: answered.previous.body }, fields),
      };
    case 'plain':
      return { status, headers, body: keepFields(answered.body, fields) };
    case 'file': {
      const { name, contentType, bytes } = answered.file;
      return {
        status,
        headers: {
          ...headers,
          'content-type': contentType,
          'content-disposition': `attachment; filename="${name}"`,
          ...(bytes === undefined ? {} : { 'content-length': String(bytes) }),
        },
        body: answered.file,
      };
    }
    case 'text':
      return { status, headers: { ...headers, 'content-type': answered.contentType }, body: answered.body };
  }
}

function pageHeaders(
  request: RestRequest,
  { total, perPage, page }: CollectionAnswer,
): Readonly<Record<string, string>> {
  const pages = Math.ceil(total / perPage);
  const links = [
    ...(page > 1 ? [`<${pageUrl(request, Math.min(page - 1, Math.max(1, pages)))}>; rel="prev"`] : []),
    ...(page < pages ? [`<${pageUrl(request, page + 1)}>; rel="next"`] : []),
  ];
  return {
    'x-wp-total': String(total),
    'x-wp-totalpages': String(pages),
    ...(links.length > 0 ? { link: links.join(', ') } : {}),
  };
}

/** Adds links and embedded resources and applies `_fields`. Links that it omits are not embedded either. */
async function finishItems(request: RestRequest, items: readonly RestItem[]): Promise<unknown[]> {
  const { fields } = request;
  const wish = parseEmbed(request.query.get('_embed'));
  const linked = fields ? items.map((item) => keepLinks(item, fields)) : items;
  const embedded = wish ? await embedInto(request, linked, wish) : [];
  return items.map((item, index) => {
    const body = keepFields(finishItem(item), fields);
    const extra = embedded[index];
    return extra && typeof body === 'object' ? { ...body, _embedded: extra } : body;
  });
}

function keepLinks(item: RestItem, fields: FieldTree): RestItem {
  const below = fields.get('_links') ?? (fields.has('_embedded') ? new Map() : undefined);
  if (!below) return { body: item.body, links: {} };
  return {
    body: item.body,
    links:
      below.size === 0
        ? item.links
        : Object.fromEntries(Object.entries(item.links).filter(([relation]) => below.has(relation))),
  };
}

/** Characters of a query that is repeated in a link, since headers have limits. */
const maxQueryLength = 2000;

function pageUrl(request: RestRequest, page: number): string {
  const params = new URLSearchParams();
  for (const [name, value] of request.query) {
    if (name === 'page') continue;
    if (typeof value === 'string') params.set(name, value);
    else if (isList(value)) for (const entry of value) params.append(`${name}[]`, entry);
    else if (value instanceof KeyedValue)
      for (const [keys, entry] of value.rows)
        params.append(`${name}${keys.map((key) => `[${key}]`).join('')}`, entry);
  }
  params.set('page', String(page));
  const query = params.toString();
  return restUrl(request, `${request.path}?${query.length > maxQueryLength ? `page=${page}` : query}`);
}
