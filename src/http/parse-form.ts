import { parse } from 'node:querystring';
import { InvalidInputError } from '../lib/errors.ts';
import { isEscapedUtf8 } from '../lib/utf8.ts';

/** Fields beyond this many are left out, as PHP does. */
const mostFields = 1000;

/**
 * Fields of a form as pages send it; one that is sent twice is a list. Throws `InvalidInputError` for one whose bytes are no text in UTF-8. Senders of forms
 * escape all that is no ASCII (`%EF%BF%BD`): U+FFFD itself stands for bytes that were read already, and were none.
 */
export function parseForm(text: string): Record<string, unknown> {
  if (text.includes('\ufffd') || !isEscapedUtf8(text)) throw noTextInUtf8();
  return parse(text, '&', '=', { maxKeys: mostFields });
}

/** What is told of a form whose bytes are no text in UTF-8: they would be stored with marks in their place. */
export function noTextInUtf8(): InvalidInputError {
  return new InvalidInputError('What was sent is no text in UTF-8. Encode it in UTF-8, and send it again.', 'invalid_encoding');
}
