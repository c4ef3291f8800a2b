import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { deviceOf } from './device.ts';
import type { PageCache } from './page-cache.ts';
import { callKey, describeKey } from './request-key.ts';
import type { CallTable, KeyedRequest } from './request-key.ts';

export interface FrontHandlerOptions {
  readonly cache: PageCache;
  readonly calls: CallTable;
  /** Whether these cookies must be removed, which no cached reply does. */
  readonly hasStaleName?: (cookieHeader: string | undefined) => boolean;
  /** Of an anonymous call. */
  readonly maxBodyBytes?: number;
}

const ajaxPath = '/wp-admin/admin-ajax.php';

/** For Fastify's `serverFactory`: answers cache hits, and passes all other requests to `next` (Fastify). */
export function createFrontHandler(
  { cache, calls, hasStaleName = () => false, maxBodyBytes = 64 * 1024 }: FrontHandlerOptions,
  next: RequestListener,
): RequestListener {
  return (req: BufferedRequest, res) => {
    if (req.method !== 'POST') {
      if (hasStaleName(req.headers.cookie) || !cache.answer(req, res)) next(req, res);
      return;
    }
    if (!isCall(req) || cache.isPersonal(req)) return next(req, res);
    readBody(req, res, maxBodyBytes, (body) => {
      const key = callKey(body.toString(), calls);
      const call = key === undefined ? undefined : describeKey(key, deviceOf(req.headers));
      if (call && cache.answerCall(call, req, res)) return;
      req.buffered = { body, call };
      next(req, res);
    });
  };
}

function isCall({ url = '', headers }: IncomingMessage): boolean {
  return (
    url.startsWith(ajaxPath) &&
    (url.length === ajaxPath.length || url[ajaxPath.length] === '?') &&
    /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined
  );
}

/** Calls `done` with the whole body. The server's `requestTimeout` ends slow clients, for which no answer is needed. */
function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  maxBytes: number,
  done: (body: Buffer) => void,
): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return refuse(req, res, maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) return void chunks.push(chunk);
    req.off('data', take).off('end', finish);
    refuse(req, res, maxBytes);
  };
  const finish = () => done(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  req.on('data', take).on('end', finish);
  req.on('error', () => chunks.splice(0)); // the client disconnected: no answer is needed
}

function refuse(req: IncomingMessage, res: ServerResponse, maxBytes: number): void {
  const body = JSON.stringify({
    error: {
      code: 'body_too_large',
      message: `The body of this request is larger than ${maxBytes} bytes. Send less, or log in.`,
    },
  });
  res.writeHead(413, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  res.end(body);
  req.resume(); // discards further data until the connection closes
}

interface BufferedRequest extends IncomingMessage {
  /** The body read before Fastify, and the public call in it, if any. */
  buffered?: { readonly body: Buffer; readonly call: KeyedRequest | undefined };
}

/** The public call in this request, for `cache.respond`. Undefined for all other requests and for logged-in users. */
export function publicCallOf({ buffered }: BufferedRequest): KeyedRequest | undefined {
  return buffered?.call;
}

/** Passes bodies read before Fastify to its parsers. Call it on the root instance, not in an encapsulated plugin. */
export function addBufferedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { buffered }: BufferedRequest = request.raw;
    if (!buffered) return done(null, payload);
    const { body } = buffered;
    const stream: Readable & { receivedEncodedLength?: number } = Readable.from([body], {
      objectMode: false,
    });
    stream.receivedEncodedLength = body.length;
    done(null, stream);
  });
}
