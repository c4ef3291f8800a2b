import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TagWeight } from '../../blocks/load-context.ts';
import type { Encoding } from './encodings.ts';
import {
  exactCopy,
  firstGzip,
  firstLevel,
  quickBrotli,
  quickGzip,
  smallestCompressed,
  unbrotli,
  unzip,
  encodeAround,
  gzipAround,
  hashAround,
  joined,
  acceptedEncodings,
} from './encodings.ts';
import type { Device } from './device.ts';
import type { RenderedReply } from './rendered-reply.ts';

export interface Variant {
  readonly body: Buffer;
  /** Alternating names and values, the fastest format for `writeHead`. */
  readonly headers: string[];
  /** Headers of a 304. */
  readonly unchangedHeaders: string[];
  /** Weak and per encoding, since better compression changes bytes but not the page; empty if 304 is not possible. */
  readonly etag: string;
}

export interface StoredAlias {
  readonly kind: 'alias';
  readonly key: string;
  readonly tags: ReadonlyMap<string, TagWeight>;
  readonly target: string;
  bytes: number;
  used: boolean;
  /** See `StoredReply`. */
  sweeps: number;
}

export interface StoredReply {
  readonly kind: 'reply';
  readonly key: string;
  readonly tags: ReadonlyMap<string, TagWeight>;
  /** The key that renders it again; differs from `key` for shared and device-dependent replies. */
  readonly requestKey: string;
  readonly device: Device;
  readonly variesByDevice: boolean;
  readonly differsFor: RenderedReply['differsFor'];
  readonly turnedBy: RenderedReply['turnedBy'];
  readonly searched: RenderedReply['searched'];
  readonly status: number;
  readonly isCall: boolean;
  readonly store: boolean;
  readonly isLacking: boolean;
  readonly expiresAt: number;
  /** Milliseconds. */
  readonly madeAt: number;
  readonly commonHeaders: readonly string[];
  readonly cacheControl: string;
  readonly hash: string;
  readonly lastModified: string;
  readonly compressible: boolean;
  readonly variants: { br?: Variant; gzip?: Variant; identity?: Variant };
  bytes: number;
  /** Requested since the store last looked for items to evict. */
  used: boolean;
  /** Hits so far, counted until better encodings are created. */
  hits: number;
  stale: boolean;
  /** The last sweep that processed it or preceded it. */
  sweeps: number;
  refreshing: boolean;
  /** Milliseconds; when to try again after a failed render. */
  retryAt: number;
}

const suffix: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

/** V8's memory per item and per tag in addition to texts and bodies, measured with 3,000 items. */
const itemOverhead = 1500;
const tagOverhead = 110;

function overhead(key: string, tags: ReadonlyMap<string, TagWeight>): number {
  return itemOverhead + key.length * 2 + tags.size * tagOverhead;
}

export function storedAlias(key: string, tags: ReadonlyMap<string, TagWeight>, target: string): StoredAlias {
  return { kind: 'alias', key, tags, target, bytes: overhead(key, tags), used: false, sweeps: 0 };
}

/** Creates the first, cheap encoding; `setVariant` adds better ones. */
export async function storedReply(
  place: { key: string; requestKey: string; device: Device; isCall: boolean },
  reply: RenderedReply,
  defaultHeaders: Readonly<Record<string, string>>,
): Promise<StoredReply> {
  const headers = mergeHeaders(defaultHeaders, reply);
  const body = encodeBody(reply.body);
  const store = reply.store && reply.status < 500 && !headers.has('set-cookie');
  const cacheControl =
    headers.get('cache-control')?.[1] ??
    (!store || place.isCall
      ? 'no-store'
      : `${reply.variesByDevice ? 'private' : 'public'}, max-age=0, must-revalidate`);
  headers.delete('cache-control');
  const commonHeaders = [...headers.values()].flat();
  const stored: StoredReply = {
    kind: 'reply',
    ...place,
    tags: reply.tags,
    variesByDevice: reply.variesByDevice ?? false,
    differsFor: reply.differsFor,
    turnedBy: reply.turnedBy,
    searched: reply.searched,
    status: reply.status,
    store,
    isLacking: reply.isLacking ?? false,
    expiresAt: reply.expiresAt ?? Number.POSITIVE_INFINITY,
    madeAt: Date.now(),
    commonHeaders,
    cacheControl,
    lastModified: headers.get('last-modified')?.[1] ?? '',
    hash: hash('sha1', body.hash + commonHeaders.join('\n'), 'base64url').slice(0, 20),
    compressible:
      body.length >= smallestCompressed &&
      /^text\/|[/+](?:json|xml|javascript)\b|^image\/svg/.test(reply.contentType),
    variants: {},
    bytes: overhead(place.key, reply.tags) + commonHeaders.join('').length,
    used: false,
    hits: 0,
    stale: false,
    sweeps: 0,
    refreshing: false,
    retryAt: 0,
  };
  if (stored.compressible) setVariant(stored, 'gzip', await body.gzip());
  else setVariant(stored, 'identity', body.plain());
  return stored;
}

interface EncodedBody {
  /** Bytes. */
  readonly length: number;
  readonly hash: string;
  readonly gzip: () => Buffer | Promise<Buffer>;
  readonly plain: () => Buffer;
}

function encodeBody(body: RenderedReply['body']): EncodedBody {
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return {
      length: bytes.length,
      hash: hash('sha1', bytes),
      gzip: () => firstGzip(bytes),
      plain: () => exactCopy(bytes),
    };
  }
  const around = encodeAround(body);
  const pieces = [around.before, around.shared.bytes(), around.after];
  return {
    length: pieces.reduce((sum, piece) => sum + piece.length, 0),
    hash: hashAround(around),
    gzip: () => gzipAround(around, firstLevel),
    plain: () => joined(pieces),
  };
}

function mergeHeaders(
  defaults: Readonly<Record<string, string>>,
  reply: RenderedReply,
): Map<string, [string, string]> {
  const merged = new Map<string, [string, string]>([['content-type', ['Content-Type', reply.contentType]]]);
  for (const [name, value] of [...Object.entries(defaults), ...Object.entries(reply.headers ?? {})])
    merged.set(name.toLowerCase(), [name, value]);
  for (const [name, [, value]] of merged) if (value === '') merged.delete(name);
  for (const computed of [
    'content-length',
    'content-encoding',
    'vary',
    'etag',
    'transfer-encoding',
    'connection',
  ])
    merged.delete(computed);
  return merged;
}

/** Adds or replaces one encoding; returns the growth in bytes. */
export function setVariant(reply: StoredReply, encoding: Encoding, body: Buffer): number {
  const etag =
    reply.status === 200 && !reply.isCall && reply.store ? `W/"${reply.hash}${suffix[encoding]}"` : '';
  const shared = [
    'Cache-Control',
    reply.cacheControl,
    'Vary',
    'Accept-Encoding',
    ...(etag === '' ? [] : ['ETag', etag]),
  ];
  const headers = [
    ...reply.commonHeaders,
    ...shared,
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    'Content-Length',
    String(body.length),
  ];
  const grown =
    body.length +
    headers.length * 8 +
    300 -
    (reply.variants[encoding] ? reply.variants[encoding].body.length + headers.length * 8 + 300 : 0);
  reply.variants[encoding] = { body, headers, unchangedHeaders: shared, etag };
  reply.bytes += grown;
  return grown;
}

/** The plain body, decoded from any existing encoding. */
export function plainBody(reply: StoredReply): Buffer {
  const { identity, gzip, br } = reply.variants;
  if (identity) return identity.body;
  if (gzip) return unzip(gzip.body);
  return br ? unbrotli(br.body) : Buffer.alloc(0);
}

/** The best variant that the client accepts, created on demand if no other will do; undefined if it accepts none. `grew` receives added bytes. */
function chooseVariant(
  reply: StoredReply,
  accepted: readonly Encoding[],
  grew: (bytes: number) => void,
): Variant | undefined {
  for (const encoding of accepted) {
    if (encoding === 'identity') break; // preferred to the remaining ones
    const ready = reply.variants[encoding];
    if (ready) return ready;
  }
  const wanted = !reply.compressible && accepted.includes('identity') ? 'identity' : accepted[0];
  if (wanted === undefined) return undefined;
  const ready = reply.variants[wanted];
  if (ready) return ready;
  const plain = plainBody(reply);
  grew(
    setVariant(
      reply,
      wanted,
      wanted === 'identity' ? plain : wanted === 'br' ? quickBrotli(plain) : quickGzip(plain),
    ),
  );
  return reply.variants[wanted];
}

/**
 * Writes a stored reply: 304, body, or headers only for HEAD. `grew` receives the bytes of a newly created encoding;
 * `more`: further names and values, alternating.
 */
export function writeReply(
  req: IncomingMessage,
  res: ServerResponse,
  reply: StoredReply,
  grew: (bytes: number) => void,
  more?: readonly string[],
): void {
  const variant = chooseVariant(reply, acceptedEncodings(req.headers['accept-encoding']), grew);
  if (!variant) {
    res.writeHead(406, [
      'Content-Type',
      'text/plain; charset=utf-8',
      'Vary',
      'Accept-Encoding',
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
    ]);
    res.end('Accept-Encoding excludes every supported encoding. Allow br, gzip or identity.\n');
    return;
  }
  const { 'if-none-match': known, 'if-modified-since': since } = req.headers;
  // Only the exact date that we sent: unpublishing a post makes the latest change an older one. Never matches replies
  // without a date.
  const unchanged =
    known === undefined
      ? since !== undefined && since !== '' && since === reply.lastModified
      : matches(known, variant.etag);
  if (unchanged && variant.etag !== '') {
    res.writeHead(304, more ? [...variant.unchangedHeaders, ...more] : variant.unchangedHeaders);
    res.end();
    return;
  }
  res.writeHead(reply.status, more ? [...variant.headers, ...more] : variant.headers);
  if (req.method === 'HEAD') res.end();
  else res.end(variant.body);
}

/** Weak comparison, ignoring `W/`. */
function matches(header: string, etag: string): boolean {
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2))
  );
}
