import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { escapeBeyondAscii } from '../../lib/encodings.ts';
import { declaredParameters, normaliseParameters } from './parameters.ts';
import type { ParameterTable } from './parameters.ts';
import type { Device } from './device.ts';

/** Everything that a cached renderer knows of a request; derived from the key, so that equal keys get equal pages. */
export interface KeyedRequest {
  /** Identical for every client. */
  readonly key: string;
  readonly device: Device;
  /** Path with normalized percent-encoding; empty for calls. */
  readonly path: string;
  /** The AJAX action of a public call, else undefined. */
  readonly action: string | undefined;
  /** Declared query parameters, or declared fields of the call, normalized. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Cacheable public AJAX calls: action → the fields that its answer depends on. */
export type CallTable = ReadonlyMap<string, ParameterTable>;

const maxKeyLength = 4096;
/** No address has a call's key, since addresses begin with a slash. */
const callMark = '!';

/** Key of a page: path and declared parameters. Undefined if the address is unusual or must not be cached; Fastify then answers it uncached. */
export function requestKey(url: string, parameters: ParameterTable = declaredParameters): string | undefined {
  const mark = url.indexOf('?');
  const path = canonicalPath(mark < 0 ? url : url.slice(0, mark));
  if (path === undefined || mark < 0 || mark === url.length - 1) return path;
  const found = normaliseParameters(new URLSearchParams(url.slice(mark + 1)), parameters);
  return found && bounded(withParameters(path, found, '?'));
}

/** Key of a public call with its body (`application/x-www-form-urlencoded`); undefined if its action is not in the table. */
export function callKey(body: string, calls: CallTable): string | undefined {
  const fields = new URLSearchParams(escapeBeyondAscii(body));
  const action = fields.getAll('action').at(-1);
  const declared = action === undefined ? undefined : calls.get(action);
  if (action === undefined || !declared) return undefined;
  const found = normaliseParameters(fields, declared);
  return found && bounded(withParameters(callMark + action, found, '?'));
}

export function describeKey(key: string, device: Device): KeyedRequest {
  const mark = key.indexOf('?');
  const name = mark < 0 ? key : key.slice(0, mark);
  const isCall = name.startsWith(callMark);
  return {
    key,
    device,
    path: isCall ? '' : name,
    action: isCall ? name.slice(1) : undefined,
    parameters: new Map(mark < 0 ? [] : new URLSearchParams(key.slice(mark + 1))),
  };
}

export function withParametersOnly(request: KeyedRequest, isKeyed: (name: string) => boolean): KeyedRequest {
  const parameters = new Map([...request.parameters].filter(([name]) => isKeyed(name)));
  return parameters.size === request.parameters.size
    ? request
    : { ...request, key: withParameters(request.path, parameters, '?'), parameters };
}

function withParameters(name: string, parameters: ReadonlyMap<string, string>, mark: string): string {
  let key = name;
  let before = mark;
  for (const [parameter, value] of parameters) {
    key += `${before}${parameter}=${encodeURIComponent(value)}`;
    before = '&';
  }
  return key;
}

const bounded = (key: string) => (key.length > maxKeyLength ? undefined : key);

/** `%41` becomes `A`, `%c3%a9` becomes `%C3%A9`; undefined for double slashes, dot segments, encoded slashes and invalid encodings. */
function canonicalPath(raw: string): string | undefined {
  if (raw.length > maxKeyLength || !/^\/[\w\-.~!$&'()*+,;=:@/%]*$/.test(raw) || raw.includes('//'))
    return undefined;
  const path = raw.includes('%') ? canonicalEscapes(raw) : raw;
  return path === undefined || /\/\.{1,2}(?:\/|$)/.test(path) ? undefined : path;
}

function canonicalEscapes(raw: string): string | undefined {
  if (/%(?![0-9a-f]{2})|%2f|%5c|%[01][0-9a-f]|%7f/i.test(raw)) return undefined;
  try {
    decodeURIComponent(raw);
  } catch (error) {
    if (error instanceof URIError) return undefined; // not UTF-8
    throw error;
  }
  return raw.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w\-.~]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Whether the `Cookie` header requires individual replies: it has a validly signed session whose user can edit or is not known yet. */
export type PersonalCheck = (cookieHeader: string) => boolean;

/** Whether this client never gets cached replies. */
export function isPersonal({ cookie }: IncomingHttpHeaders, check: PersonalCheck): boolean {
  return cookie !== undefined && check(cookie);
}

/** Whether this client gets another reply than this cached one. */
export function differs(
  { differsFor }: { readonly differsFor?: ((cookieHeader: string) => boolean) | undefined },
  { cookie }: IncomingHttpHeaders,
): boolean {
  return differsFor !== undefined && cookie !== undefined && differsFor(cookie);
}

/** GET or HEAD of a whole page, without a body or an upgrade. */
export function isPlainRead(req: IncomingMessage): boolean {
  const { method, headers } = req;
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers.range === undefined &&
    headers.upgrade === undefined &&
    headers['transfer-encoding'] === undefined &&
    (headers['content-length'] === undefined || headers['content-length'] === '0')
  );
}
