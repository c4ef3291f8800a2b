import { boot } from './boot.ts';
import { connection } from './connection.ts';
import { awayCode, RestError, unreadableCode } from './rest-error.ts';

export { awayCode, RestError };

export interface RestReply<Body> {
  readonly body: Body;
  /** Of a list: all that there are. */
  readonly total: number;
}

export interface RestOptions<Taken extends object> {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Goes as JSON; a form as it is, with its files. */
  readonly body?: NoInfer<Taken> | FormData;
  readonly signal?: AbortSignal | undefined;
  /** It is sent to its end, though the page goes meanwhile; of bodies of less than 64 KB. */
  readonly keepalive?: boolean;
}

let { nonce } = boot;
const nonceAddress = '/wp-admin/admin-ajax.php?action=rest-nonce';

/** Statuses of those that stand before a server that does not answer. */
const awayStatuses = [502, 503, 504];

/** Asks whether the session is still there, for a nonce of it. A server that is away is waited for. */
export async function renewNonce(): Promise<boolean> {
  for (;;) {
    try {
      const reply = await window.fetch(nonceAddress, { cache: 'no-store' });
      const text = (await reply.text()).trim();
      if (!awayStatuses.includes(reply.status)) {
        if (!reply.ok || text === '0') return false;
        nonce = text;
        return true;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await connection.away();
  }
}

/** What proves to REST who asks, for requests that go another way. */
export const currentNonce = (): string => nonce;

/** What is sent to REST. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal | null | undefined;
  readonly keepalive?: boolean;
}

/**
 * Asks REST: `path` is below `/wp-json`. What is read waits for a server that is away; all that is asked waits for who has to sign in again. Replies that
 * refuse come back, too. Throws `RestError` (`awayCode`) for a change of which nobody knows whether it was made.
 */
export async function send(path: string, sent: Sent = {}, isRenewed = false): Promise<Response> {
  const { method = 'GET', headers, body, signal, keepalive = false } = sent;
  let reply: Response | undefined;
  try {
    const init = {
      method,
      headers: { ...headers, 'x-wp-nonce': nonce },
      body: body ?? null,
      signal: signal ?? null,
      ...(keepalive ? { keepalive } : {}),
    };
    reply = await window.fetch(`/wp-json${path}`, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // given up by us
  }
  if (!reply || awayStatuses.includes(reply.status)) {
    await untilBack(method);
    return send(path, sent, isRenewed);
  }
  connection.answered();
  const fresh = reply.headers.get('x-wp-nonce');
  if (fresh) nonce = fresh;
  // Who is refused with a fresh nonce, too, is refused.
  if (reply.ok || isRenewed || !isSignedOut(reply.status, await codeOf(reply))) return reply;
  const isThere = await renewNonce();
  if (!isThere) await connection.signIn();
  return send(path, sent, isThere);
}

/** Waits for a server that is away. Throws `RestError` (`awayCode`) of a change: who asked for it decides whether to ask again. */
async function untilBack(method: string): Promise<void> {
  const back = connection.away();
  if (method === 'GET' || method === 'OPTIONS') return back;
  throw new RestError(
    0,
    awayCode,
    'The server does not answer. Nothing that is shown here is lost; try again once it is back.',
  );
}

/** Sends what nobody waits for any more: the page goes. */
export function sendLast(path: string, method: 'DELETE'): void {
  void window
    .fetch(`/wp-json${path}`, { method, keepalive: true, headers: { 'x-wp-nonce': nonce } })
    .catch(() => undefined);
}

/** Half a character is the sign for one that is none, as it is shown: the server takes no halves, and nobody could find it to mend it. */
const whole = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** What is sent to REST, as JSON that it takes. */
export const toJson = (sent: unknown): string => JSON.stringify(sent, whole);

async function codeOf(reply: Response): Promise<string> {
  const answer = (await reply
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return answer.code ?? '';
}

/**
 * The same with JSON both ways. Throws `RestError` for what is refused, and for an answer that is not JSON (`unreadableCode`). Of a change whose answer broke
 * off nobody knows whether it was made: `awayCode`, too. `Taken`: what its route takes (`sent.ts`); without it nothing but a form can be sent.
 */
export async function rest<Body, Taken extends object = never>(
  path: string,
  { method = 'GET', body, signal, keepalive = false }: RestOptions<Taken> = {},
): Promise<RestReply<Body>> {
  const asJson =
    body && !(body instanceof FormData)
      ? { headers: { 'content-type': 'application/json' }, body: toJson(body) }
      : { body: body ?? null };
  const reply = await send(path, { method, signal, keepalive, ...asJson });
  let text: string;
  try {
    text = await reply.text();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await untilBack(method);
    return rest<Body, Taken>(path, { method, ...(body ? { body } : {}), signal });
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new RestError(reply.status, unreadableCode, oddly(reply.status));
  }
  if (reply.ok) return { body: answer as Body, total: Number(reply.headers.get('x-wp-total') ?? 0) };
  const {
    code = '',
    message = '',
    data: { theirs, term_id: existing, params = {} } = {},
  } = answer as Refused;
  // Of what was sent, each fault says what it is; of a right that is lacking, which one that is.
  const faults = Object.values(params).join(' ');
  const capability = reply.headers.get('x-missing-capability');
  const told =
    reply.status === 403 && capability
      ? `${message} It takes the right “${capability}”.`
      : faults === ''
        ? message
        : faults;
  throw new RestError(reply.status, code, told, theirs, existing);
}

interface Refused {
  readonly code?: string;
  readonly message?: string;
  readonly data?: {
    readonly theirs?: unknown;
    readonly term_id?: number;
    readonly params?: Readonly<Record<string, string>>;
  };
}

/** Of an answer that somebody between here and the server gave, or a server that broke down. */
export const oddly = (status: number): string =>
  `${
    status === 413
      ? 'It is larger than what stands before the server lets through (413).'
      : `The answer was no answer of the server’s (status ${status}).`
  } Nothing that is shown here is lost; try again, or ask who runs the server.`;

/** A visitor is told so by 401, and a nonce without its session by its code. */
const isSignedOut = (status: number, code: string) => status === 401 || code === 'rest_cookie_invalid_nonce';
