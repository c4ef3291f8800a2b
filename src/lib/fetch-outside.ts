import { lookup as lookUpInDns } from 'node:dns/promises';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { BroadsheetError, InvalidInputError, messageOf, UnavailableError } from './errors.ts';
import { isPublicAddress } from './network.ts';

/** Ports that public servers may use. */
const usualPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
/** Milliseconds for a whole request: DNS, all redirects and the body. */
const defaultTimeoutMs = 10_000;
const defaultMaxBytes = 2 * 1024 * 1024;
const maxRedirects = 3;
/** Milliseconds that an idle connection stays open for reuse. */
const idleMs = 15_000;

export interface OutsideRequest {
  /** Default GET. Redirects are followed for GET and HEAD; for other methods they are returned. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Of the body; a longer one is an error. */
  readonly maxBytes?: number;
  readonly withoutBody?: boolean;
  readonly signal?: AbortSignal;
  /**
   * Whether an administrator configured this exact address: it may then be in the local network and use any port, as
   * may redirects within its origin. Never set it for addresses from visitors, feeds or articles.
   */
  readonly isNamedByAdmin?: boolean;
}

export interface OutsideReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The final URL after redirects. */
  readonly url: string;
}

/**
 * Sends a request to an external server. Throws `InvalidInputError` for a forbidden address, and `UnavailableError`
 * when the server can't be reached or its reply is too large or too slow.
 */
export type FetchOutside = (url: string, request?: OutsideRequest) => Promise<OutsideReply>;

/** Replacements for the Internet in tests. */
export interface OutsideNetwork {
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly mayReach?: (address: string, port: number) => boolean;
}

const isOnTheInternet = (address: string, port: number): boolean =>
  usualPorts.has(port) && isPublicAddress(address);

function agents(): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const options = { keepAlive: true, timeout: idleMs, maxFreeSockets: 16 };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

/** Creates the only function that contacts external servers; it has its own connection pools. */
export function createFetchOutside({
  resolve = resolveInDns,
  mayReach = isOnTheInternet,
}: OutsideNetwork = {}): FetchOutside {
  // Separate pools, so that a request never reuses a connection with other permissions.
  const guarded = agents();
  const named = agents();

  async function fetchOne(
    url: URL,
    request: OutsideRequest,
    signal: AbortSignal,
  ): Promise<Omit<OutsideReply, 'url'>> {
    const {
      method = 'GET',
      headers = {},
      body,
      maxBytes = defaultMaxBytes,
      withoutBody = false,
      isNamedByAdmin = false,
    } = request;
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const may = (address: string) => isNamedByAdmin || mayReach(address, port);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // For a literal address there is no DNS lookup that could check it.
    if (isIP(host) !== 0 && !may(host)) throw refused(url);
    const agentOf = isNamedByAdmin ? named : guarded;
    const options: RequestOptions = {
      method,
      signal,
      agent: url.protocol === 'https:' ? agentOf.https : agentOf.http,
      lookup: guardedLookup(url, resolve, may),
      headers: {
        'accept-encoding': 'gzip, br',
        'user-agent': 'Broadsheet',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
    };
    const response = await send(url, options, body);
    const { statusCode: status = 0, headers: responseHeaders } = response;
    const isEmpty = method === 'HEAD' || status === 204 || (status >= 300 && status < 400);
    if (!withoutBody && !isEmpty)
      return { status, headers: responseHeaders, body: await readBody(response, maxBytes) };
    response.on('error', () => {}).resume(); // frees the connection for reuse; the request's timeout still applies
    return { status, headers: responseHeaders, body: Buffer.alloc(0) };
  }

  return async (address, request = {}) => {
    const signal = AbortSignal.any([
      AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs),
      ...(request.signal ? [request.signal] : []),
    ]);
    const follows = (request.method ?? 'GET') === 'GET' || request.method === 'HEAD';
    let url = parseAddress(address);
    let { headers = {}, isNamedByAdmin = false } = request;
    for (let redirects = 0; ; redirects++) {
      const reply = await fetchOne(url, { ...request, headers, isNamedByAdmin }, signal).catch(
        (error: unknown) => {
          throw faultOf(error, url, signal);
        },
      );
      const { location } = reply.headers;
      if (!follows || location === undefined || ![301, 302, 303, 307, 308].includes(reply.status))
        return { ...reply, url: url.href };
      if (redirects === maxRedirects)
        throw new UnavailableError(`${address} redirects more than ${maxRedirects} times.`);
      const next = parseAddress(location, url);
      // Headers and permissions of one server don't apply to another.
      if (next.origin !== url.origin) [headers, isNamedByAdmin] = [{}, false];
      url = next;
    }
  };
}

/** Fetches from external servers on the Internet; all outgoing requests use it. */
export const fetchOutside: FetchOutside = createFetchOutside();

/**
 * Sends a request and waits for the response headers. If the server has closed a reused connection, the request is sent
 * again on a new one, except for POST, which may have been processed.
 */
function send(url: URL, options: RequestOptions, body: OutsideRequest['body']): Promise<IncomingMessage> {
  return new Promise((answer, fail) => {
    const sending = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, answer);
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (sending.reusedSocket && error.code === 'ECONNRESET' && options.method !== 'POST')
        send(url, { ...options, agent: false }, body).then(answer, fail);
      else fail(error);
    });
    sending.end(body);
  });
}

async function resolveInDns(host: string): Promise<string[]> {
  return (await lookUpInDns(host, { all: true })).map(({ address }) => address);
}

function parseAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidInputError(
      `"${address.slice(0, 200)}" is not a valid URL. Use one that begins with http:// or https://.`,
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new InvalidInputError(
      `The URL at ${url.host} contains a username or password, which is not allowed.`,
    );
  return url;
}

const refused = ({ host }: URL) =>
  new InvalidInputError(
    `${host} is not a public Internet address, or uses a non-standard port. The request was blocked.`,
  );

/** Called for each new connection, which uses one of the returned addresses, so that DNS rebinding has no effect. All addresses must be allowed. */
function guardedLookup(
  url: URL,
  resolve: (host: string) => Promise<readonly string[]>,
  may: (address: string) => boolean,
): LookupFunction {
  return (host, { all, family }, found) => {
    resolve(host)
      .then((addresses) => {
        if (!addresses.every(may)) throw refused(url);
        const list = addresses
          .map((address) => ({ address, family: isIP(address) }))
          .filter((one) => !family || family === one.family || family === `IPv${one.family}`);
        const [first] = list;
        if (!first) throw new UnavailableError(`The host ${host} could not be found.`);
        if (all) found(null, list);
        else found(null, first.address, first.family);
      })
      .catch((error: unknown) => found(error instanceof Error ? error : new Error(String(error)), ''));
  };
}

function faultOf(error: unknown, { host }: URL, signal: AbortSignal): Error {
  if (error instanceof BroadsheetError) return error;
  if (signal.aborted) return new UnavailableError(`${host} did not respond in time.`, { cause: error });
  return new UnavailableError(
    `${host} could not be reached: ${messageOf(error) || (error as NodeJS.ErrnoException).code}`,
    { cause: error },
  );
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
};

/** Decompresses while reading, so that a decompression bomb never fills the memory. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (!unpack && encoding !== 'identity')
    throw new UnavailableError(
      `The server responded with the encoding "${encoding.slice(0, 50)}", which was not requested.`,
    );
  const unpacked = unpack ? pipeline(response, unpack(), () => {}) : response; // errors of both are reported while reading
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new UnavailableError(`The response is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
