import { BroadsheetError } from '../../../lib/errors.ts';
import { parseQueryString } from './query-string.ts';
import { DetailedError } from './rest-errors.ts';

/** What was sent with a request. */
export interface SentBody {
  /** As the header says. */
  readonly contentType: string;
  readonly text: string;
}

/**
 * Parameters out of a body, JSON or a form as WordPress takes them; an empty one has none, whatever it is called.
 * Throws `rest_invalid_json` for what is no JSON object, and 415 for other types.
 */
export function readBody({ contentType, text }: SentBody): Map<string, unknown> {
  if (text === '') return new Map();
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') return parseQueryString(text);
  if (type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw new BroadsheetError(
      415, 'rest_unsupported_media_type',
      `A body of the type "${type.slice(0, 100)}" can't be read; send application/json or application/x-www-form-urlencoded.`,
    );
  }
  const sent = parseJson(text);
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalidJson('Not an object');
  return new Map(Object.entries(sent));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidJson('Syntax error');
    throw error;
  }
}

/** PHP's number for a syntax error. */
const syntaxError = 4;
const invalidJson = (reason: string) =>
  new DetailedError(400, 'rest_invalid_json', 'Invalid JSON body passed.', { json_error_code: syntaxError, json_error_message: reason });
