import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { BroadsheetError } from '../../lib/errors.ts';

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
