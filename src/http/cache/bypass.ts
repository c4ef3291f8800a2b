import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Tells from the whole `Cookie` header whether a session in it is validly signed; a cookie that merely looks like one is not. */
export type SignedInCheck = (cookieHeader: string) => boolean;

/** Whether this client may get replies that others don't, whatever it asks for: it is signed in. */
export function isPersonal({ cookie }: IncomingHttpHeaders, isSignedIn: SignedInCheck): boolean {
  return cookie !== undefined && isSignedIn(cookie);
}

/** Whether this client may see more than a reply that is kept for everybody: it has the key to what the reply keeps locked. */
export function mayOpen({ cookie }: IncomingHttpHeaders, { opensFor }: { readonly opensFor?: ((cookieHeader: string) => boolean) | undefined }): boolean {
  return opensFor !== undefined && cookie !== undefined && opensFor(cookie);
}

/** GET or HEAD of a whole page, without a body or a change of protocol. */
export function isPlainRead(req: IncomingMessage): boolean {
  const { method, headers } = req;
  return (method === 'GET' || method === 'HEAD') && headers.range === undefined && headers.upgrade === undefined && headers['transfer-encoding'] === undefined
    && (headers['content-length'] === undefined || headers['content-length'] === '0');
}
