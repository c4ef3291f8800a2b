import { BroadsheetError } from '../../../lib/errors.ts';
import { builderBase } from './rest-errors.ts';
import { holdsParams, readBody } from './read-body.ts';
import type { SentBody } from './read-body.ts';
import type { Asked } from './rest-request.ts';
import type { RestRoute } from './rest-route.ts';

/** Longest header that is read, in characters: a name has 254 at most, an application password 24 with spaces. */
const longest = 2000;

/** Name and password of an `Authorization` header; undefined where it says something else. A name without a password has an empty one. */
export function basicCredentials(
  header: string | undefined,
): { readonly name: string; readonly password: string } | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(header?.slice(0, longest) ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8').replaceAll('\0', '');
  const colon = text.indexOf(':');
  return { name: colon < 0 ? text : text.slice(0, colon), password: colon < 0 ? '' : text.slice(colon + 1) };
}

/** Where a nonce stands that comes among the parameters: the theme's builder calls it as its AJAX does, WordPress otherwise. */
const names = ['_nonce', '_wpnonce'] as const;

/**
 * Whether somebody's nonce may yet come with the body: calls of the theme's builder bring it there, with the cookie of a session. Of everybody else's body
 * nothing is read before it is known who they are.
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

/** What says who asks, with the nonce that a body of the builder's brings; undefined: it brings none. */
export function askedInBody(asked: Asked, sent: SentBody | undefined): Asked | undefined {
  const fields = sent && fieldsIn(sent);
  const nonce = names
    .map((name) => asked.query.get(name) ?? fields?.get(name))
    .find((value) => typeof value === 'string' && value !== '');
  return typeof nonce === 'string'
    ? { ...asked, query: new Map([...asked.query, ['_wpnonce', nonce]]) }
    : undefined;
}

/** None where they can't be read: who sent that is a visitor, and is told so before what is wrong with it. */
function fieldsIn(sent: SentBody): ReadonlyMap<string, unknown> | undefined {
  try {
    return readBody(sent);
  } catch (error) {
    if (error instanceof BroadsheetError) return undefined;
    throw error;
  }
}
