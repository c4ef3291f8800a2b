import { boot } from './boot.ts';
import { connection } from './connection.ts';
import { awayCode, RestError, unreadableCode } from './rest-error.ts';
import { say } from '../words.ts';

export { awayCode, RestError };

export interface RestReply<Body> {
  readonly body: Body;
  readonly total: number;
}

/** The newsroom's own addresses, which answer as REST does. */
const newsroomBase = '/wp-admin';

export interface RestOptions<Taken extends object> {
  /** Where `path` begins; default: `/wp-json`. */
  readonly base?: typeof newsroomBase | undefined;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; forms as they are, with files. */
  readonly body?: NoInfer<Taken> | FormData;
  readonly signal?: AbortSignal | undefined;
  /** Completes even if the page closes; bodies are limited to 64 KB. */
  readonly keepalive?: boolean;
}

let { nonce } = boot;
const nonceAddress = '/wp-admin/admin-ajax.php?action=rest-nonce';

/** Statuses of a proxy whose server does not answer. */
const awayStatuses = [502, 503, 504];

/** Gets a nonce for the current session; resolves to false if the session has ended. Waits for an unreachable server. */
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

export const currentNonce = (): string => nonce;

export interface Sent extends Pick<RestOptions<never>, 'base'> {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal | null | undefined;
  readonly keepalive?: boolean;
}

/**
 * Sends a REST request; `path` is below `/wp-json`, or below `base`. Reads wait for an unreachable server, everything for a renewed
 * log-in. Returns error replies. Throws `RestError` (`awayCode`) if a change may or may not have been applied.
 */
export async function send(path: string, sent: Sent = {}, isRenewed = false): Promise<Response> {
  const { method = 'GET', headers, body, signal, keepalive = false, base = '/wp-json' } = sent;
  let reply: Response | undefined;
  try {
    const init = {
      method,
      headers: { ...headers, 'x-wp-nonce': nonce },
      body: body ?? null,
      signal: signal ?? null,
      ...(keepalive ? { keepalive } : {}),
    };
    reply = await window.fetch(base + path, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  if (!reply || awayStatuses.includes(reply.status)) {
    await untilBack(method);
    return send(path, sent, isRenewed);
  }
  connection.answered();
  const fresh = reply.headers.get('x-wp-nonce');
  if (fresh) nonce = fresh;
  // A request refused with a fresh nonce is returned as refused.
  if (reply.ok || isRenewed || !isSignedOut(reply.status, await codeOf(reply))) return reply;
  const hasNonce = await renewNonce();
  if (!hasNonce) await connection.signIn();
  return send(path, sent, hasNonce);
}

/** Waits for an unreachable server. Throws `RestError` (`awayCode`) for a change: the caller decides whether to retry. */
async function untilBack(method: string): Promise<void> {
  const back = connection.away();
  if (method === 'GET' || method === 'OPTIONS') return back;
  throw new RestError(
    0,
    awayCode,
    say('The server is not responding. Nothing on this page is lost; try again when the server is back.'),
  );
}

/** Sends a request while the page closes, ignoring the reply. */
export function sendLast(path: string, method: 'DELETE'): void {
  void window
    .fetch(`/wp-json${path}`, { method, keepalive: true, headers: { 'x-wp-nonce': nonce } })
    .catch(() => undefined);
}

/** Replaces lone surrogates with the replacement character: the server rejects them, and users could not find them. */
const whole = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Serializes a body to JSON that the server accepts. */
export const toJson = (sent: unknown): string => JSON.stringify(sent, whole);

async function codeOf(reply: Response): Promise<string> {
  const answer = (await reply
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return answer.code ?? '';
}

/**
 * Sends and receives JSON. Throws `RestError` for refusals, non-JSON answers (`unreadableCode`) and a change whose
 * answer broke off (`awayCode`). `Taken`: argument type of the route; without it only forms can be sent.
 */
export async function rest<Body, Taken extends object = never>(
  path: string,
  { method = 'GET', body, signal, keepalive = false, base }: RestOptions<Taken> = {},
): Promise<RestReply<Body>> {
  const asJson =
    body && !(body instanceof FormData)
      ? { headers: { 'content-type': 'application/json' }, body: toJson(body) }
      : { body: body ?? null };
  const accept = base && { base, headers: { accept: 'application/json' } };
  const reply = await send(path, { method, signal, keepalive, ...asJson, ...accept });
  let text: string;
  try {
    text = await reply.text();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    await untilBack(method);
    return rest<Body, Taken>(path, { method, ...(body ? { body } : {}), signal, base });
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
  // Lists the fault of each field, or the missing capability.
  const faults = Object.values(params).join(' ');
  const capability = reply.headers.get('x-missing-capability');
  const fullMessage =
    reply.status === 403 && capability
      ? say('%s This requires the capability “%s”.', message, capability)
      : faults === ''
        ? message
        : faults;
  throw new RestError(reply.status, code, fullMessage, theirs, existing, params);
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

/** Message for an answer by a proxy or a crashed server. */
export const oddly = (status: number): string =>
  status === 413
    ? say(
        'The data exceeds the size limit of the proxy server (413). Nothing on this page is lost; try again, or contact the server administrator.',
      )
    : say(
        'The server sent an invalid response (status %d). Nothing on this page is lost; try again, or contact the server administrator.',
        status,
      );

/** Visitors get 401; a nonce without its session has its own code. */
const isSignedOut = (status: number, code: string) => status === 401 || code === 'rest_cookie_invalid_nonce';
