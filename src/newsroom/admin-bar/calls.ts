import { isRecord } from '../../lib/records.ts';

/** Fields of an editor call; sent as strings. */
export type CallFields = Readonly<Record<string, string | number>>;

export interface Calls {
  /** Sends an editor call. Resolves to undefined on any failure, which is only logged to the console, as the specification requires. */
  call(action: string, fields: CallFields): Promise<unknown>;
  /** Sends a REST request; `path` is below `/wp-json`. Throws on failure. */
  rest(path: string, options?: RestOptions): Promise<unknown>;
}

interface RestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * A refused request, with details for developers. `isSignedOut`: the session has ended; `code`: REST's error code;
 * `change`: the template change that blocks it.
 */
export class RefusedError extends Error {
  readonly code: string;
  readonly change: number | undefined;
  readonly isSignedOut: boolean;

  constructor(status: number, body: string) {
    super(`${status} ${body.slice(0, 300)}`);
    this.code = /"code":"(\w+)"/.exec(body)?.[1] ?? '';
    this.isSignedOut = status === 401 || this.code === 'rest_cookie_invalid_nonce';
    this.change = Number(/"change":(\d{1,15})[,}]/.exec(body)?.[1]) || undefined;
  }
}

async function faultOf(reply: Response): Promise<Error> {
  return new RefusedError(reply.status, await reply.text());
}

/** Statuses of a refusal because others changed or deleted the subject. */
const staleStatuses: readonly number[] = [404, 409];

/** Fired on the window after a change on the server. */
export const changedEvent = 'broadsheet:layouts';

const notifyChanged = () => void window.dispatchEvent(new Event(changedEvent));

/** Fired on the window when the server refused a stale change: lists on display are outdated. */
export const staleEvent = 'broadsheet:layouts-stale';

function showRefusal({ status }: Response): void {
  if (!staleStatuses.includes(status)) return;
  window.dispatchEvent(new Event(staleEvent));
  notifyChanged();
}

export function callsOf(ajaxUrl: string, nonce: string): Calls {
  return {
    call: async (action, fields) => {
      try {
        const sent = Object.entries({ action, _nonce: nonce, ...fields }).map(([name, value]) => [
          name,
          String(value),
        ]);
        const reply = await fetch(ajaxUrl, { method: 'POST', body: new URLSearchParams(sent) });
        if (!action.startsWith('tdb_get_')) showRefusal(reply);
        if (!reply.ok) throw await faultOf(reply);
        const answer: unknown = await reply.json();
        if (isRecord(answer) && answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
        if (!action.startsWith('tdb_get_')) notifyChanged();
        return answer;
      } catch (error) {
        console.error(`${action}: error`, error);
        return undefined;
      }
    },
    rest: async (path, { method = 'GET', body } = {}) => {
      const headers = { 'x-wp-nonce': nonce, ...(body && { 'content-type': 'application/json' }) };
      const reply = await fetch(`/wp-json${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      if (method !== 'GET') showRefusal(reply);
      if (!reply.ok) throw await faultOf(reply);
      const answer: unknown = reply.status === 204 ? undefined : await reply.json();
      if (method !== 'GET') notifyChanged();
      return answer;
    },
  };
}
