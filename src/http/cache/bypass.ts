import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Tells from the whole `Cookie` header whether a session in it is validly signed; a cookie that merely looks like one is not. */
export type SignedInCheck = (cookieHeader: string) => boolean;

/** Whether this client may get pages that others don't: signed in, or let into a protected post. */
export function isPersonal(headers: IncomingHttpHeaders, isSignedIn: SignedInCheck): boolean {
  const { cookie } = headers;
  return cookie !== undefined && (/(?:^|;\s*)wp-postpass_/.test(cookie) || isSignedIn(cookie));
}

/** GET or HEAD of a whole page, without a body or a change of protocol. */
export function isPlainRead(req: IncomingMessage): boolean {
  const { method, headers } = req;
  return (method === 'GET' || method === 'HEAD') && headers.range === undefined && headers.upgrade === undefined && headers['transfer-encoding'] === undefined
    && (headers['content-length'] === undefined || headers['content-length'] === '0');
}
