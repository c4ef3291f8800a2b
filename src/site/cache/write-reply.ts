import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncodings } from './accept-encoding.ts';
import { chooseVariant } from './stored-reply.ts';
import type { StoredReply } from './stored-reply.ts';

/**
 * Writes a stored reply: 304, body, or headers alone for HEAD. `grew`: told when an encoding had to be made for it; `more`: further names and values in turn.
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
    res.end('Every encoding that we have was refused by Accept-Encoding; allow br, gzip or identity.\n');
    return;
  }
  const { 'if-none-match': known, 'if-modified-since': since } = req.headers;
  // Only the very date that we gave: what was taken back makes the newest change an older one. Most replies have none, which no date is the same as.
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

/** Weak comparison: `W/` does not count. */
function matches(header: string, etag: string): boolean {
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.slice(2))
  );
}
