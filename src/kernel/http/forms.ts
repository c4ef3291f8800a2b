import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measureReading } from '../../lib/cpu-cost.ts';
import { InvalidInputError } from '../../lib/errors.ts';
import { escapeBeyondAscii, isEscapedUtf8, isUtf8 } from '../../lib/encodings.ts';

/** Further fields are ignored, as in PHP. */
const maxFields = 1000;

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
 * Parses a form; a repeated field becomes a list. Throws `InvalidInputError` unless the bytes, also the escaped ones
 * (`%C3%A9`), are UTF-8: only the bytes distinguish a typed U+FFFD from a replacement.
 */
export function parseForm(body: Buffer): Record<string, unknown> {
  const text = body.toString();
  if (!isUtf8(body) || !isEscapedUtf8(text)) throw noTextInUtf8();
  return parse(escapeBeyondAscii(text), '&', '=', { maxKeys: maxFields });
}

export function noTextInUtf8(): InvalidInputError {
  return new InvalidInputError(
    'The request is not valid UTF-8. Encode it in UTF-8, and send it again.',
    'invalid_encoding',
  );
}

/** Text fields of a parsed form; of a repeated field the last value counts. Other bodies have no fields. */
export function formFields(body: unknown): Map<string, string> {
  if (typeof body !== 'object' || body === null) return new Map();
  return new Map(
    Object.entries(body)
      .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.at(-1) : value] as const)
      .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string'),
  );
}
