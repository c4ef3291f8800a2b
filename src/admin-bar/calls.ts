import { isRecord } from '../lib/records.ts';

/** Fields of an editor call, all of them texts on the wire. */
export type CallFields = Readonly<Record<string, string | number>>;

/** The two ways to the server, with the nonce that both of them ask for. */
export interface Calls {
  /**
   * An editor call. Undefined where it failed, whatever the reason: as the specification has it, the console is told, and nobody else.
   */
  call(action: string, fields: CallFields): Promise<unknown>;
  /** A request to REST; `path` is below `/wp-json`. Throws where it fails. */
  rest(path: string, options?: RestOptions): Promise<unknown>;
}

interface RestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Goes as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * A request that the server refused, with what a developer wants to know; `isSignedOut`: who made it is nobody now; `code`: REST's, if it said one; `change`:
 * the one of templates that stops it.
 */
export class RefusedError extends Error {
  readonly code: string;
  readonly change: number | undefined;
  readonly isSignedOut: boolean;

  constructor(status: number, said: string) {
    super(`${status} ${said.slice(0, 300)}`);
    this.code = /"code":"(\w+)"/.exec(said)?.[1] ?? '';
    this.isSignedOut = status === 401 || this.code === 'rest_cookie_invalid_nonce';
    this.change = Number(/"change":(\d{1,15})[,}]/.exec(said)?.[1]) || undefined;
  }
}

async function faultOf(reply: Response): Promise<Error> {
  return new RefusedError(reply.status, await reply.text());
}

/** Refusals of what others changed, or took away, meanwhile. */
const staleStatuses: readonly number[] = [404, 409];

/** Happens on the window once something was changed on the server. */
export const changedEvent = 'broadsheet:layouts';

const tellChanged = () => void window.dispatchEvent(new Event(changedEvent));

/** Happens on the window once the server refused something since others changed it meanwhile: what lists show is old. */
export const staleEvent = 'broadsheet:layouts-stale';

function tellRefused({ status }: Response): void {
  if (!staleStatuses.includes(status)) return;
  window.dispatchEvent(new Event(staleEvent));
  tellChanged();
}

/** Makes the calls of one page. */
export function callsOf(ajaxUrl: string, nonce: string): Calls {
  return {
    call: async (action, fields) => {
      try {
        const sent = Object.entries({ action, _nonce: nonce, ...fields }).map(([name, value]) => [
          name,
          String(value),
        ]);
        const reply = await fetch(ajaxUrl, { method: 'POST', body: new URLSearchParams(sent) });
        if (!action.startsWith('tdb_get_')) tellRefused(reply);
        if (!reply.ok) throw await faultOf(reply);
        const answer: unknown = await reply.json();
        if (isRecord(answer) && answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
        if (!action.startsWith('tdb_get_')) tellChanged();
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
      if (method !== 'GET') tellRefused(reply);
      if (!reply.ok) throw await faultOf(reply);
      const answer: unknown = reply.status === 204 ? undefined : await reply.json();
      if (method !== 'GET') tellChanged();
      return answer;
    },
  };
}
