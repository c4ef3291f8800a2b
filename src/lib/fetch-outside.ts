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

/** Ports that pages and services of others are at. */
const usualPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);
/** Milliseconds that a request may take: the look-up, all redirects and the whole body. */
const defaultTimeoutMs = 10_000;
/** Bytes of a body, once it is unpacked. */
const defaultMaxBytes = 2 * 1024 * 1024;
/** Redirects that are followed. */
const mostRedirects = 3;
/** How long a connection is kept for another request, in milliseconds. */
const idleMs = 15_000;

export interface OutsideRequest {
  /** Default GET. Redirects are followed for GET and HEAD; of other methods they are the answer. */
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  /** Of a body; more is an error. */
  readonly maxBytes?: number;
  /** Nothing of the body is wanted. */
  readonly withoutBody?: boolean;
  readonly signal?: AbortSignal;
  /**
   * The administrator named this very address: it may be in the own network and at any port, and so may what it leads to at its own origin. Never for what a
   * visitor, a feed or an article names.
   */
  readonly isNamedByAdmin?: boolean;
}

export interface OutsideReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Unpacked; empty for HEAD and redirects. */
  readonly body: Buffer;
  /** Where it came from in the end. */
  readonly url: string;
}

/**
 * Asks a server of somebody else. Throws `InvalidInputError` for an address that is never called, and `UnavailableError` for one that can't be reached or
 * answers with too much, or too slowly.
 */
export type FetchOutside = (url: string, request?: OutsideRequest) => Promise<OutsideReply>;

/** What tests put in the place of the Internet. */
export interface OutsideNetwork {
  /** The addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Whether this address may be called. */
  readonly mayReach?: (address: string, port: number) => boolean;
}

const isOnTheInternet = (address: string, port: number): boolean =>
  usualPorts.has(port) && isPublicAddress(address);

function agents(): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const kept = { keepAlive: true, timeout: idleMs, maxFreeSockets: 16 };
  return { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
}

/** Makes the one function by which anything outside is asked; it holds connections of its own. */
export function createFetchOutside({
  resolve = resolveInDns,
  mayReach = isOnTheInternet,
}: OutsideNetwork = {}): FetchOutside {
  // Connections are kept by what was allowed when they were made.
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
    // Of an address nobody asks the look-up.
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
    const { statusCode: status = 0, headers: said } = response;
    const isEmpty = method === 'HEAD' || status === 204 || (status >= 300 && status < 400);
    if (!withoutBody && !isEmpty) return { status, headers: said, body: await readBody(response, maxBytes) };
    response.on('error', () => {}).resume(); // the connection can be used again once it is read; the time that it may take is running
    return { status, headers: said, body: Buffer.alloc(0) };
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
      if (redirects === mostRedirects)
        throw new UnavailableError(
          `${address} leads from one address to another more than ${mostRedirects} times.`,
        );
      const next = parseAddress(location, url);
      // What was said to one server, or allowed for it, is not for another.
      if (next.origin !== url.origin) [headers, isNamedByAdmin] = [{}, false];
      url = next;
    }
  };
}

/** Asks a server of somebody else, on the Internet; all that is fetched goes through here. */
export const fetchOutside: FetchOutside = createFetchOutside();

/**
 * Sends a request and waits for the head of its answer. A kept connection may have ended meanwhile at the other side: the request is sent once more then, on a
 * new one. Not so a POST, which may have been acted upon before.
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
      `"${address.slice(0, 200)}" is no address that can be fetched: it begins with http:// or https://.`,
    );
  }
  if (url.username !== '' || url.password !== '')
    throw new InvalidInputError(
      `The address at ${url.host} holds a name or password; none is sent that way.`,
    );
  return url;
}

const refused = ({ host }: URL) =>
  new InvalidInputError(`${host} is no address of the Internet, or at a port of its own; it is not called.`);

/**
 * Called for each new connection, which then goes to one of the addresses that it gives: a name that says something else a moment later gains nothing. All
 * addresses must be allowed.
 */
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
        if (!first) throw new UnavailableError(`${host} has no address.`);
        if (all) found(null, list);
        else found(null, first.address, first.family);
      })
      .catch((error: unknown) => found(error instanceof Error ? error : new Error(String(error)), ''));
  };
}

/** What came, in words that name the server. */
function faultOf(error: unknown, { host }: URL, signal: AbortSignal): Error {
  if (error instanceof BroadsheetError) return error;
  if (signal.aborted) return new UnavailableError(`${host} did not answer in time.`, { cause: error });
  return new UnavailableError(
    `${host} can't be reached: ${messageOf(error) || (error as NodeJS.ErrnoException).code}`,
    { cause: error },
  );
}

const unpackers: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
};

/** Unpacks as it reads: what grows beyond all measure is never whole in memory. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').toLowerCase();
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined;
  if (!unpack && encoding !== 'identity')
    throw new UnavailableError(`It answers in "${encoding.slice(0, 50)}", which was not asked for.`);
  const unpacked = unpack ? pipeline(response, unpack(), () => {}) : response; // a fault of either is one of reading
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new UnavailableError(`It answers with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
