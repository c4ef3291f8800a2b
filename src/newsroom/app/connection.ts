/** `away`: the server does not answer; `signed-out`: the session has ended. */
export type Standing = 'there' | 'away' | 'signed-out';

const retryMs = 2000;

let standing: Standing = 'there';
const listeners = new Set<() => void>();
let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
let returning: Promise<void> | undefined;

function notify(): void {
  for (const listener of listeners) listener();
}

function become(next: Standing): void {
  if (next === standing) return;
  standing = next;
  notify();
}

async function untilBack(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => window.setTimeout(resolve, retryMs));
    const reply = await window.fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
    if (reply?.ok) break;
  }
  returning = undefined;
  // A pending log-in stays pending; only logging in resolves it.
  if (standing === 'away') standing = 'there';
  notify();
}

export const connection = {
  standing: (): Standing => standing,
  /** Whether the server is unreachable, possibly while a log-in is pending as well. */
  isAway: (): boolean => returning !== undefined,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  answered: (): void => {
    if (standing === 'away') become('there');
  },
  /** Reports that the server does not answer; resolves once it does. */
  away: (): Promise<void> => {
    returning ??= untilBack();
    if (waiting) notify();
    else become('away');
    return returning;
  },
  /** Asks the user to log in again; resolves once they have. */
  signIn: (): Promise<void> => {
    if (!waiting) {
      let resolve = () => {};
      const promise = new Promise<void>((done) => (resolve = done));
      waiting = { promise, resolve };
    }
    become('signed-out');
    return waiting.promise;
  },
  signedIn: (): void => {
    const done = waiting;
    waiting = undefined;
    become('there');
    done?.resolve();
  },
};
