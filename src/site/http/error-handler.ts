import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readerText } from '../../modules/settings/definitions/translations.ts';
import { saidBy } from '../../languages/catalogues.ts';
import type { ReaderText } from '../../languages/en.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import type { Settings } from '../../modules/settings/settings.ts';
import {
  BroadsheetError,
  ForbiddenError,
  TooManyRequestsError,
  UnauthorizedError,
} from '../../lib/errors.ts';
import { unavailableError } from '../../kernel/db/unavailable.ts';
import { isRestAddress, restHeaders } from '../../kernel/http/rest/rest-path.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { languageAttributes } from '../../lib/language-tags.ts';
import { escapeHtml } from '../../lib/plain-text.ts';

/** Seconds for `Retry-After` when a required service is down. */
export const retryAfterSeconds = 5;

/** The last known settings, since the error may be a database failure. */
export type KnownSettings = () => Settings;

/** Turns all errors into replies: named errors with their message, all others logged and without details. */
export function installErrorHandler(
  app: FastifyInstance,
  settings: KnownSettings = () => defaultSettings,
): void {
  app.setErrorHandler((error: FastifyError | BroadsheetError, request, reply) => {
    // No client receives this reply, and the server has no fault.
    if (hasLeft(error, request)) {
      request.log.debug({ reason: error.message }, 'The client disconnected while sending');
      return send(
        request,
        reply,
        { status: 400, code: 'body_incomplete', message: 'The request body is incomplete.' },
        settings(),
      );
    }
    const problem = describe(error, request);
    const { status } = problem;
    if (status >= 500) request.log.error({ err: error }, 'Request failed');
    if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfter);
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
    return send(request, reply, problem, settings());
  });
  app.setNotFoundHandler((request, reply) =>
    send(
      request,
      reply,
      {
        status: 404,
        code: 'not_found',
        message: `${request.method} ${request.url.slice(0, 200)} not found.`,
      },
      settings(),
    ),
  );
}

/** For `frameworkErrors`: an unreadable address, which Fastify refuses before any hook. */
export function refuseAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Settings,
): void {
  addSecurityHeaders(reply);
  const message = 'The address contains invalid characters or percent encoding. Check the spelling.';
  send(request, reply, { status: error.statusCode ?? 400, code: 'bad_address', message }, settings);
}

/** Whether Node reports that the client disconnected while sending; by its code alone it could be the database's error. */
function hasLeft(error: unknown, { raw }: FastifyRequest): boolean {
  return (
    raw.errored !== null && (error === raw.errored || (error instanceof Error && error.cause === raw.errored))
  );
}

interface ErrorResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly capability?: string | undefined;
}

const bodyTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];

/** Messages for Fastify's own errors, with the limit and a remedy. */
const ownWords = new Map<
  number,
  { readonly code: string; readonly messageFor?: (request: FastifyRequest) => string }
>([
  [404, { code: 'not_found' }],
  [
    413,
    {
      code: 'body_too_large',
      messageFor: ({ routeOptions: { bodyLimit = 0 } }) =>
        `The request body is too large; the maximum is ${Math.floor(bodyLimit / 1024)} KB.`,
    },
  ],
  [
    415,
    {
      code: 'unsupported_media_type',
      messageFor: ({ server, headers }) => {
        const sent = headers['content-type'];
        const taken = bodyTypes.filter((type) => server.hasContentTypeParser(type)).join(', ');
        return `${sent === undefined ? 'A body without a Content-Type' : `The Content-Type "${sent.slice(0, 80)}"`} is not supported here. Send one of ${taken}.`;
      },
    },
  ],
]);

function describe(error: FastifyError | BroadsheetError, request: FastifyRequest): ErrorResponse {
  if (error instanceof BroadsheetError) {
    const { status, code, message } = error;
    return {
      status,
      code,
      message,
      capability:
        error instanceof ForbiddenError || error instanceof UnauthorizedError ? error.capability : undefined,
    };
  }
  const unavailable = unavailableError(error);
  if (unavailable) return unavailable;
  const status = error.statusCode ?? 500;
  const { code = 'bad_request', messageFor } = ownWords.get(status) ?? {};
  if (status < 500) return { status, code, message: messageFor?.(request) ?? error.message };
  return {
    status: 500,
    code: 'internal_error',
    message: 'Something went wrong on the server. The error was logged.',
  };
}

const words = new Map<number, ReaderText>([
  [404, 'not_found_text'],
  [429, 'error_too_many'],
  [500, 'error_internal'],
  [503, 'error_unavailable'],
]);

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, message, capability }: ErrorResponse,
  settings: Settings,
): FastifyReply {
  reply.status(status).header('cache-control', 'no-store');
  const { accept = '' } = request.headers;
  const isCall =
    request.url.startsWith('/wp-admin/') &&
    !(accept.includes('text/html') && !request.url.startsWith('/wp-admin/admin-ajax.php'));
  const wantsJson = request.url.startsWith('/wp-json') || isCall || accept.includes('application/json');
  if (wantsJson) {
    const data = { status, ...(capability === undefined ? {} : { capability }) };
    if (isRestAddress(request.url)) reply.headers(restHeaders(request.headers.origin));
    else reply.type('application/json; charset=utf-8');
    return reply.send(JSON.stringify({ code, message, data }));
  }
  const name = words.get(status) ?? 'error_request';
  const sentence = saidBy(settings.site_language).catalogue
    ? readerText(settings, name)
    : settings[`translation_${name}`] || message;
  const text = capability === undefined ? sentence : `${sentence} (${capability})`;
  return reply
    .type('text/html; charset=utf-8')
    .send(plainPage(settings, readerText(settings, status >= 500 ? 'error_trouble' : 'error_failed'), text));
}

export function plainPage(settings: Settings, title: string, text: string): string {
  return `<!doctype html>
<html ${languageAttributes(settings.site_language)}>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<body style="font:18px/1.5 Georgia,serif;max-width:34em;margin:15vh auto;padding:0 16px">
<h1 style="font-size:34px;margin:0 0 8px">${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p><p><a href="/">${escapeHtml(readerText(settings, 'comment_home'))}</a></p></body></html>
`;
}
