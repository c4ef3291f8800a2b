import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

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
