import { boot } from './boot.ts';
import { connection } from './connection.ts';

/** What REST refused, in its own words. */
export class RestError extends Error {
  override name = 'RestError';
  readonly status: number;
  readonly code: string;
  /** Of a stale write: the thing as it is stored now. */
  readonly theirs: unknown;
  constructor(status: number, code: string, message: string, theirs?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.theirs = theirs;
  }
}

/** Of what was not asked: whether a change was made before the server went, nobody knows. */
export const awayCode = 'away';

export interface RestReply<Body> {
  readonly body: Body;
  /** Of a list: all that there are. */
  readonly total: number;
}

interface RestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

let { nonce } = boot;
const nonceAddress = '/wp-admin/admin-ajax.php?action=rest-nonce';

/** Asks whether the session is still there, for a nonce of it. */
export async function renewNonce(): Promise<boolean> {
  const reply = await window.fetch(nonceAddress, { cache: 'no-store' });
  const text = (await reply.text()).trim();
  if (!reply.ok || text === '0') return false;
  nonce = text;
  return true;
}

/** What proves to REST who asks, for requests that go another way. */
export const currentNonce = (): string => nonce;

/** What is sent to REST. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * Asks REST: `path` is below `/wp-json`. What is read waits for a server that is away; all that is asked waits for who has to sign in again. Replies that
 * refuse come back, too. Throws `RestError` (`awayCode`) for a change of which nobody knows whether it was made.
 */
export async function send(path: string, { method = 'GET', headers, body, signal }: Sent = {}): Promise<Response> {
  let reply: Response | undefined;
  try {
    reply = await window.fetch(`/wp-json${path}`, { method, headers: { ...headers, 'x-wp-nonce': nonce }, body: body ?? null, signal: signal ?? null });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // given up by us
  }
  if (!reply || [502, 503, 504].includes(reply.status)) {
    const back = connection.away();
    // Who asked for a change decides whether to ask again.
    if (method !== 'GET' && method !== 'OPTIONS') {
      throw new RestError(0, awayCode, 'The server does not answer. Nothing that is shown here is lost; try again once it is back.');
    }
    await back;
    return send(path, { method, headers: headers ?? {}, body: body ?? null, signal });
  }
  connection.answered();
  const fresh = reply.headers.get('x-wp-nonce');
  if (fresh) nonce = fresh;
  if (reply.ok || !isSignedOut(reply.status, await codeOf(reply))) return reply;
  if (!(await renewNonce())) await connection.signIn();
  return send(path, { method, headers: headers ?? {}, body: body ?? null, signal });
}

async function codeOf(reply: Response): Promise<string> {
  const answer = (await reply.clone().json().catch(() => ({}))) as { code?: string };
  return answer.code ?? '';
}

/** The same with JSON both ways. Throws `RestError` for what is refused. */
export async function rest<Body>(path: string, { method = 'GET', body, signal }: RestOptions = {}): Promise<RestReply<Body>> {
  const reply = await send(path, { method, signal, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });
  const answer: unknown = await reply.json();
  if (reply.ok) return { body: answer as Body, total: Number(reply.headers.get('x-wp-total') ?? 0) };
  const { code = '', message = '', data: { capability, theirs, params = {} } = {} } = answer as Refused;
  // Of what was sent, each fault says what it is; of a right that is lacking, which one that is.
  const faults = Object.values(params).join(' ');
  const told = reply.status === 403 && capability ? `${message} It takes the right “${capability}”.` : faults === '' ? message : faults;
  throw new RestError(reply.status, code, told, theirs);
}

interface Refused {
  readonly code?: string;
  readonly message?: string;
  readonly data?: { readonly capability?: string; readonly theirs?: unknown; readonly params?: Readonly<Record<string, string>> };
}

/** A visitor is told so by 401, and a nonce without its session by its code. */
const isSignedOut = (status: number, code: string) => status === 401 || code === 'rest_cookie_invalid_nonce';
