import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * Tells from the whole `Cookie` header whether everything is made for this client alone: a session in it is validly signed, and its owner may edit, or is not
 * known yet.
 */
export type PersonalCheck = (cookieHeader: string) => boolean;

/** Whether this client gets no kept reply, whatever it asks for. */
export function isPersonal({ cookie }: IncomingHttpHeaders, check: PersonalCheck): boolean {
  return cookie !== undefined && check(cookie);
}

/** Whether this client gets another reply than this one, which is kept for everybody. */
export function differs(
  { differsFor }: { readonly differsFor?: ((cookieHeader: string) => boolean) | undefined },
  { cookie }: IncomingHttpHeaders,
): boolean {
  return differsFor !== undefined && cookie !== undefined && differsFor(cookie);
}

/** GET or HEAD of a whole page, without a body or a change of protocol. */
export function isPlainRead(req: IncomingMessage): boolean {
  const { method, headers } = req;
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.range === undefined &&
    headers.upgrade === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] === undefined || headers['content-length'] === '0')
  );
}
