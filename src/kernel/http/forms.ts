import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measureReading } from '../../lib/cpu-cost.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { escapeBeyondAscii, isEscapedUtf8, isUtf8 } from '../../lib/encodings.ts';

/** Fields beyond this many are left out, as PHP does. */
const mostFields = 1000;

/** Has the server read forms as pages send them (`application/x-www-form-urlencoded`), of at most so many bytes. */
export function addForms(server: FastifyInstance, bodyLimit: number): void {
  server.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit },
    async (request: FastifyRequest, body: Buffer) => {
      return measureReading(request, () => parseForm(body));
    },
  );
}

/**
 * Fields of a form; one that is sent twice is a list. Throws `InvalidInputError` for one whose bytes, or the bytes that it escapes (`%C3%A9`), are no text in
 * UTF-8: only the bytes tell U+FFFD, which somebody wrote, from what would become U+FFFD.
 */
export function parseForm(body: Buffer): Record<string, unknown> {
  const text = body.toString();
  if (!isUtf8(body) || !isEscapedUtf8(text)) throw noTextInUtf8();
  return parse(escapeBeyondAscii(text), '&', '=', { maxKeys: mostFields });
}

/** What is told of a form whose bytes are no text in UTF-8: they would be stored with marks in their place. */
export function noTextInUtf8(): InvalidInputError {
  return new InvalidInputError(
    'What was sent is no text in UTF-8. Encode it in UTF-8, and send it again.',
    'invalid_encoding',
  );
}

/** Text fields of a parsed form; a field sent twice counts once, with its last value. Whatever else a client sent as a body counts as no fields. */
export function formFields(body: unknown): Map<string, string> {
  if (typeof body !== 'object' || body === null) return new Map();
  return new Map(
    Object.entries(body)
      .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.at(-1) : value] as const)
      .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );
}
