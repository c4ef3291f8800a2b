import { BroadsheetError } from '../../../lib/errors.ts';
import { builderBase } from './rest-errors.ts';
import { holdsParams, readBody } from './read-body.ts';
import type { SentBody } from './read-body.ts';
import type { Asked } from './rest-request.ts';
import type { RestRoute } from './rest-route.ts';

/** Characters of a header that are read: a name has up to 254, an application password 24 with spaces. */
const maxHeaderLength = 2000;

/** Name and password of an `Authorization: Basic` header; undefined for other schemes. The password may be empty. */
export function basicCredentials(
  header: string | undefined,
): { readonly name: string; readonly password: string } | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header?.slice(0, maxHeaderLength) ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '');
  const colon = text.indexOf(':');
  return { name: colon < 0 ? text : text.slice(0, colon), password: colon < 0 ? '' : text.slice(colon + 1) };
}

const names = ['_nonce', '_wpnonce'] as const;

/**
 * Whether the nonce may be in the body: the theme builder sends it there, with a session cookie. Other bodies are not
 * read before the caller is authenticated.
 */
export function mayProveInBody(
  routes: readonly RestRoute[],
  path: string,
  { headers: { cookie = '', 'content-type': type = '' } }: Asked,
): boolean {
  return (
    path.startsWith(builderBase) &&
    holdsParams(type) &&
    cookie.includes('wordpress_logged_in_') &&
    routes.some((route) => route.pattern.test(path))
  );
}

export function askedInBody(request: Asked, sent: SentBody | undefined): Asked | undefined {
  const fields = sent && fieldsIn(sent);
  const nonce = names
    .map((name) => request.query.get(name) ?? fields?.get(name))
    .find((value) => typeof value === 'string' && value !== '');
  return typeof nonce === 'string'
    ? { ...request, query: new Map([...request.query, ['_wpnonce', nonce]]) }
    : undefined;
}

/** Undefined for an unreadable body: its sender counts as a visitor, and gets that error first. */
function fieldsIn(sent: SentBody): ReadonlyMap<string, unknown> | undefined {
  try {
    return readBody(sent);
  } catch (error) {
    if (error instanceof BroadsheetError) return undefined;
    throw error;
  }
}
