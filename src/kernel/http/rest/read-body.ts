import { BroadsheetError } from '../../../lib/errors.ts';
import { isEscapedUtf8 } from '../../../lib/utf8.ts';
import { parseQueryString } from './query-string.ts';
import type { ReceivedFile } from '../receive-parts.ts';
import { jsonFault } from './json-fault.ts';
import { DetailedError } from './rest-errors.ts';

/** What was sent with a request. */
export interface SentBody {
  /** As the header says; of parameters that came in parts, that of a form. */
  readonly contentType: string;
  readonly text: string;
  /** Who takes it gives it another place; what nobody took is removed once there is an answer. */
  readonly file?: ReceivedFile | undefined;
}

const formType = 'application/x-www-form-urlencoded';
const typeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
const isJson = (type: string) => type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
/** Whether a body of this type holds parameters. */
export const holdsParams = (contentType: string): boolean =>
  isJson(typeOf(contentType)) || typeOf(contentType) === formType;
/** A body of these parameters. */
export const formOf = (params: URLSearchParams): SentBody => ({
  contentType: formType,
  text: params.toString(),
});

/**
 * Parameters out of a body, JSON or a form as WordPress takes them; an empty one has none, whatever it is called.
 * Throws `rest_invalid_json` for what is no JSON object, is nested too deep, or says a name twice, and 415 for other types.
 */
export function readBody({ contentType, text }: SentBody): Map<string, unknown> {
  if (text === '') return new Map();
  const type = typeOf(contentType);
  if (type === formType) {
    refuseOtherText(text);
    return parseQueryString(text);
  }
  if (!isJson(type)) {
    throw new BroadsheetError(
      415,
      'rest_unsupported_media_type',
      `A body of the type "${type.slice(0, 100)}" can't be read; send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
    );
  }
  const fault = jsonFault(text);
  if (fault !== undefined) throw invalidJson(fault);
  const sent = parseJson(text);
  const half = halfEscape.test(text) ? halfIn(sent) : undefined;
  if (half !== undefined) {
    throw invalidJson(
      `Single unpaired high surrogate in Unicode escape: "${half}" holds half a character. Send the whole of it`,
      utf16Error,
    );
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalidJson('Not an object');
  return new Map(Object.entries(sent));
}

/** Throws for a form or a query whose escapes are no text in UTF-8: it would be stored with marks in its place. */
export function refuseOtherText(escaped: string): void {
  if (!isEscapedUtf8(escaped)) throw noUtf8(formType);
}

/** What is told of bytes that are no text: of JSON in PHP's words. */
export function noUtf8(contentType: string): BroadsheetError {
  return isJson(typeOf(contentType))
    ? invalidJson('Malformed UTF-8 characters, possibly incorrectly encoded', utf8Error)
    : new BroadsheetError(
        400,
        'rest_invalid_encoding',
        'What was sent is no text in UTF-8. Encode it in UTF-8, and send it again.',
      );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidJson('Syntax error');
    throw error;
  }
}

const halfEscape = /\\u[dD][89a-fA-F]/;

/** Where a value holds half a character (`\ud83d` without `\ude00`), which no database takes as it is: `title.raw`. As in PHP, it is no JSON then. */
function halfIn(value: unknown, name = ''): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : name;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = `${name === '' ? '' : `${name}.`}${key.slice(0, 80)}`.toWellFormed();
    const found = key.isWellFormed() ? halfIn(inner, path) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** PHP's numbers for a syntax error, for bytes that are no text, and for half a character. */
const [syntaxError, utf8Error, utf16Error] = [4, 5, 10];
const invalidJson = (reason: string, code = syntaxError) =>
  new DetailedError(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
    json_error_code: code,
    json_error_message: reason,
  });
