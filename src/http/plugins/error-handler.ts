import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BroadsheetError, TooManyRequestsError, UnavailableError } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/plain-text.ts';
import { addSecurityHeaders } from './security-headers.ts';

/** Seconds after which a client may try again when a part that we need is down. */
export const retryAfterSeconds = 5;

/** The one place where faults become replies: named errors say what they are, everything else is logged and says nothing. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | BroadsheetError, request, reply) => {
    const { status, code, message } = describe(error);
    if (status >= 500) request.log.error({ err: error }, 'Request failed');
    if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
    return send(request, reply, status, code, message);
  });
  app.setNotFoundHandler((request, reply) => send(request, reply, 404, 'not_found', `There is nothing at ${request.method} ${request.url.slice(0, 200)}.`));
}

/** For `frameworkErrors`: an address that can't be read, which Fastify refuses before any hook. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  addSecurityHeaders(reply);
  send(request, reply, error.statusCode ?? 400, 'bad_address', 'The address holds bytes or per cent signs that mean nothing. Check how it is written.');
}

/** Faults of the database's connection: the request may be tried again. 55000 and 3D000: the database takes no connections, or is being restored. */
const connectionCodes = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN',
  '57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006', '53300', '55000', '3D000', '53100',
]);

function describe(error: FastifyError | BroadsheetError): { status: number; code: string; message: string } {
  if (error instanceof BroadsheetError) return error;
  if (isConnectionFault(error)) return new UnavailableError('The site can’t reach its database at the moment. Nothing was lost; please try again.');
  const status = error.statusCode ?? 500;
  if (status < 500) return { status, code: error.code ?? 'bad_request', message: error.message };
  return { status: 500, code: 'internal_error', message: 'Something went wrong on our side. It has been logged.' };
}

/** Whether the database itself, rather than a query, is the trouble. */
export function isConnectionFault(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return connectionCodes.has(code ?? '') || /^SQLITE_(?:BUSY|IOERR|FULL|CANTOPEN|READONLY)/.test(code ?? '') || /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|too many clients/i.test(message ?? '');
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  reply.status(status).header('cache-control', 'no-store');
  const wantsJson = request.url.startsWith('/wp-json') || request.url.startsWith('/wp-admin/') || request.headers.accept?.includes('application/json');
  if (wantsJson) return reply.type('application/json; charset=utf-8').send(JSON.stringify({ code, message, data: { status } }));
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${status}</title>
<body style="font:18px/1.5 Georgia,serif;max-width:34em;margin:15vh auto;padding:0 16px">
<h1 style="font-size:34px;margin:0 0 8px">${status >= 500 ? 'We are having trouble' : 'That did not work'}</h1>
<p>${escapeHtml(message)}</p><p><a href="/">Go to the front page</a></p></body></html>
`);
}
