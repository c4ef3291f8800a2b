import type { IncomingMessage, ServerResponse, Server, Server as HttpServer } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { BroadsheetError } from '../../lib/errors.ts';

/** Bounds for reading a body after its reply: `bytes` more, for `ms` milliseconds, checked every `lookMs`. */
const drainBounds = { bytes: 256 * 2 ** 20, ms: 30_000, lookMs: 250 } as const;

/**
 * Discards the rest of a request body after an early reply (such as a 413): closing at once would reset the connection,
 * and the client might never see the reply. Cuts off bodies beyond the bounds. Call it when a request begins.
 */
export function readOn(
  req: IncomingMessage,
  res: ServerResponse,
  bounds: { readonly bytes: number; readonly ms: number } = drainBounds,
): void {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
  const { socket } = req;
  const close = () => Socket.prototype.destroySoon.call(socket);
  // Node calls this to close a connection after its last reply: half-close now, close fully once the whole body has
  // arrived.
  socket.destroySoon = () => (req.complete ? close() : void socket.end());
  res.once('finish', () => {
    if (req.complete) return;
    const end = { at: performance.now() + bounds.ms, bytes: socket.bytesRead + bounds.bytes };
    const watch = setInterval(() => {
      if (performance.now() > end.at || socket.bytesRead > end.bytes) socket.destroy();
    }, drainBounds.lookMs);
    const stop = () => clearInterval(watch);
    socket.once('close', stop);
    req.once('end', () => {
      stop();
      socket.off('close', stop);
      if (socket.writableEnded) close();
    });
    req.resume();
  });
}

/** Minimum rate of an upload: `bytes` in every `ms` milliseconds. */
const slowest = { bytes: 128 * 1024, ms: 30_000 } as const;

interface UploadServer extends Server {
  /** Connections that are sending a file. */
  slowUploads?: Set<Duplex>;
}

/** Exempts uploads in `atItsPace` from the server's `requestTimeout`. Call it after all other `clientError` listeners are added. */
export function allowSlowUploads(server: UploadServer): void {
  const sockets = new Set<Duplex>();
  server.slowUploads = sockets;
  const refusers = server.listeners('clientError');
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && sockets.has(socket)) return;
    for (const refuse of refusers) refuse.call(server, error, socket);
  });
}

/** Receives an upload of any duration at the minimum rate; a slower one is cut off, and the source of `receive` fails. */
export async function atItsPace<Received>(
  server: UploadServer,
  source: IncomingMessage,
  receive: () => Promise<Received>,
  { bytes, ms }: { readonly bytes: number; readonly ms: number } = slowest,
): Promise<Received> {
  const { socket } = source;
  server.slowUploads?.add(socket);
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - before < bytes)
      source.destroy(new BroadsheetError(408, 'rest_upload_too_slow', 'The upload is too slow.'));
    before = socket.bytesRead;
  }, ms);
  try {
    return await receive();
  } finally {
    clearInterval(watch);
    server.slowUploads?.delete(socket);
  }
}

export function endUploads(server: UploadServer): void {
  for (const socket of server.slowUploads ?? []) socket.destroy();
}

const acceptMs = 3000;

/** Accepts pending connections, which closing the server would reset. The system accepts one per event loop turn. */
export async function letIn(server: HttpServer): Promise<void> {
  let hasConnected = true;
  server.on('connection', () => (hasConnected = true));
  for (const until = performance.now() + acceptMs; hasConnected && performance.now() < until; ) {
    hasConnected = false;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
