import { BroadsheetError } from '../../../lib/errors.ts';
import { isEscapedUtf8 } from '../../../lib/encodings.ts';
import { parseQueryString } from './query-string.ts';
import type { ReceivedFile } from '../receive-parts.ts';
import { DetailedError } from './rest-errors.ts';
import { startOf } from '../../../lib/cut-text.ts';

export interface SentBody {
  /** The header's value; for parameters from a multipart body that of a form. */
  readonly contentType: string;
  readonly text: string;
  /** Its consumer moves it elsewhere; otherwise it is deleted after the reply. */
  readonly file?: ReceivedFile | undefined;
}

const formType = 'application/x-www-form-urlencoded';
const typeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
const isJson = (type: string) => type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type);
export const holdsParams = (contentType: string): boolean =>
  isJson(typeOf(contentType)) || typeOf(contentType) === formType;
export const formOf = (params: URLSearchParams): SentBody => ({
  contentType: formType,
  text: params.toString(),
});

/**
 * Parses the parameters of a JSON or form body as WordPress does; an empty body has no parameters. Throws `rest_invalid_json`
 * unless it is a JSON object without deep nesting and duplicate names, and 415 for other types.
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
      `The content type "${type.slice(0, 100)}" is not supported. Send application/json, application/x-www-form-urlencoded or multipart/form-data.`,
    );
  }
  const fault = jsonFault(text);
  if (fault !== undefined) throw invalidJson(fault);
  const sent = parseJson(text);
  const half = halfEscape.test(text) ? halfIn(sent) : undefined;
  if (half !== undefined) {
    throw invalidJson(
      `Single unpaired high surrogate in Unicode escape: "${half}" is half a character. Send both halves`,
      utf16Error,
    );
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalidJson('Not an object');
  return new Map(Object.entries(sent));
}

/** Throws unless the escapes of a form or query are UTF-8; they would be stored with replacement characters. */
export function refuseOtherText(escaped: string): void {
  if (!isEscapedUtf8(escaped)) throw noUtf8(formType);
}

export function noUtf8(contentType: string): BroadsheetError {
  return isJson(typeOf(contentType))
    ? invalidJson('Malformed UTF-8 characters, possibly incorrectly encoded', utf8Error)
    : new BroadsheetError(
        400,
        'rest_invalid_encoding',
        'The request is not valid UTF-8. Encode it in UTF-8, and send it again.',
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

/** Path of a value with a lone surrogate (`\ud83d` without `\ude00`), which no database stores unchanged: `title.raw`. Invalid JSON, as in PHP. */
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

/** PHP's codes for a syntax error, invalid UTF-8, and a lone surrogate. */
const [syntaxError, utf8Error, utf16Error] = [4, 5, 10];
const invalidJson = (reason: string, code = syntaxError) =>
  new DetailedError(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
    json_error_code: code,
    json_error_message: reason,
  });

/** Nesting of a body, as in PHP. */
const maxDepth = 512;
/** Values of a body: parsing millions would block the process for seconds. */
const maxValues = 100_000;

const quote = 0x22;
const colon = 0x3a;
const comma = 0x2c;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Why valid JSON is rejected: nested too deep, too many values, or a duplicate name. Takes linear time. */
export function jsonFault(text: string): string | undefined {
  const open: (Set<string> | null | undefined)[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if ((sign === comma || sign === openList || sign === openObject) && ++values > maxValues)
      return `More than ${maxValues} values`;
    if (sign === openList || sign === openObject) {
      if (open.push(sign === openObject ? undefined : null) > maxDepth)
        return `Nested deeper than ${maxDepth} levels`;
    } else if (sign === closeList || sign === closeObject) open.pop();
    else if (sign === quote) {
      const end = endOfText(text, at);
      const names = open.at(-1);
      if (names !== null && isName(text, end)) {
        const name = written(text.slice(at, end));
        if (names?.has(name)) return `The name "${startOf(name, 80)}" appears twice`;
        if (names) names.add(name);
        else open[open.length - 1] = new Set([name]);
      }
      at = end - 1;
    }
  }
  return undefined;
}

function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === quote) return at + 1;
    if (sign === backslash) at++;
  }
  return json.length;
}

function isName(json: string, end: number): boolean {
  let at = end;
  while (json.charCodeAt(at) <= 0x20) at++;
  return json.charCodeAt(at) === colon;
}

function written(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted; // the whole is invalid JSON, and is rejected for that
  }
}
