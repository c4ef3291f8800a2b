import type { IncomingMessage, ServerResponse, Server, Server as HttpServer } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { BroadsheetError } from '../../lib/errors.ts';

/** What is still taken of a body whose sender has its answer: `bytes` more, for `ms` milliseconds; looked at every `lookMs`. */
const most = { bytes: 256 * 2 ** 20, ms: 30_000, lookMs: 250 } as const;

/**
 * Reads on, and throws away, what still comes of a body after its answer was sent, before the connection is closed: a connection that is closed while its
 * client sends is reset, and who is sending may never see the answer (a 413, for example). Bodies that take longer or are larger than the bounds are cut off.
 * Call it as a request begins.
 */
export function readOn(
  req: IncomingMessage,
  res: ServerResponse,
  bounds: { readonly bytes: number; readonly ms: number } = most,
): void {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
  const { socket } = req;
  const close = () => Socket.prototype.destroySoon.call(socket);
  // By this, Node closes a connection once an answer is sent that is its last: our side of it ends then, theirs once all of theirs is here.
  socket.destroySoon = () => (req.complete ? close() : void socket.end());
  res.once('finish', () => {
    if (req.complete) return;
    const end = { at: performance.now() + bounds.ms, bytes: socket.bytesRead + bounds.bytes };
    const watch = setInterval(() => {
      if (performance.now() > end.at || socket.bytesRead > end.bytes) socket.destroy();
    }, most.lookMs);
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

/** The least that has to come of a file, so that it may go on: `bytes` in every `ms` milliseconds. */
const slowest = { bytes: 128 * 1024, ms: 30_000 } as const;

/** Connections over which a file comes, by the server that they lead to. */
const uploadsByServer = new WeakMap<Server, Set<Duplex>>();

/**
 * Lets files take longer than a server gives a whole request (`requestTimeout`), as long as `atItsPace` receives them. Call it once its other listeners of
 * `clientError` are there.
 */
export function allowSlowUploads(server: Server): void {
  const sockets = new Set<Duplex>();
  uploadsByServer.set(server, sockets);
  const refusers = server.listeners('clientError');
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && sockets.has(socket)) return;
    for (const refuse of refusers) refuse.call(server, error, socket);
  });
}

/** Receives a file for as long as it takes, while it keeps a pace; who sends slower is cut off, and `receive` gets a source that breaks. */
export async function atItsPace<Received>(
  server: Server,
  source: IncomingMessage,
  receive: () => Promise<Received>,
  { bytes, ms }: { readonly bytes: number; readonly ms: number } = slowest,
): Promise<Received> {
  const { socket } = source;
  const sockets = uploadsByServer.get(server);
  sockets?.add(socket);
  let before = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - before < bytes)
      source.destroy(new BroadsheetError(408, 'rest_upload_too_slow', 'The file comes too slowly.'));
    before = socket.bytesRead;
  }, ms);
  try {
    return await receive();
  } finally {
    clearInterval(watch);
    sockets?.delete(socket);
  }
}

/** Cuts off the files that are still coming. */
export function endUploads(server: Server): void {
  for (const socket of uploadsByServer.get(server) ?? []) socket.destroy();
}

/** Longest time for letting in who waits at the door, in milliseconds. */
const letInMs = 3000;

/** Accepts the connections that wait to be: closing the server would cut them off. The system lets one in a turn. */
export async function letIn(server: HttpServer): Promise<void> {
  let came = true;
  server.on('connection', () => (came = true));
  for (const until = performance.now() + letInMs; came && performance.now() < until; ) {
    came = false;
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
