import { parse } from 'node:querystring';
import { InvalidInputError } from '../lib/errors.ts';
import { isEscapedUtf8 } from '../lib/utf8.ts';

/** Fields beyond this many are left out, as PHP does. */
const mostFields = 1000;

/** Fields of a form as pages send it; one that is sent twice is a list. Throws `InvalidInputError` for one whose bytes are no text in UTF-8. */
export function parseForm(text: string): Record<string, unknown> {
  if (!isEscapedUtf8(text)) throw new InvalidInputError('What was sent is no text in UTF-8. Encode it in UTF-8, and send it again.', 'invalid_encoding');
  return parse(text, '&', '=', { maxKeys: mostFields });
}
