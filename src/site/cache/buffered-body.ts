import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { KeyedRequest } from './request-key.ts';

interface Buffered {
  readonly body: Buffer;
  readonly call: KeyedRequest | undefined;
}

const bodyByRequest = new WeakMap<IncomingMessage, Buffered>();

/** Keeps a body that was read before Fastify, and the public call that it is, if it is one. */
export function keepBufferedBody(req: IncomingMessage, body: Buffer, call: KeyedRequest | undefined): void {
  bodyByRequest.set(req, { body, call });
}

/** The body that was read before Fastify, or undefined when the request still streams. */
function takeBufferedBody(req: IncomingMessage): Buffer | undefined {
  return bodyByRequest.get(req)?.body;
}

/** The public call that this request is; give it to `cache.respond`. Undefined for every other request, and for signed-in people. */
export function publicCallOf(req: IncomingMessage): KeyedRequest | undefined {
  return bodyByRequest.get(req)?.call;
}

/** Feeds bodies that were read before Fastify to its parsers. Call it on the root instance, not in an encapsulated plugin. */
export function addBufferedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const body = takeBufferedBody(request.raw);
    if (!body) return done(null, payload);
    const stream: Readable & { receivedEncodedLength?: number } = Readable.from([body], {
      objectMode: false,
    });
    stream.receivedEncodedLength = body.length;
    done(null, stream);
  });
}
