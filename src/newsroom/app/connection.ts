/** Whether the server answers, and knows who is here. */
export type Standing = 'there' | 'away' | 'signed-out';

/** How often a server that is away is asked whether it is back, in milliseconds. */
const askAgainMs = 2000;

let standing: Standing = 'there';
const listeners = new Set<() => void>();
let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
let returning: Promise<void> | undefined;

function tell(): void {
  for (const listener of listeners) listener();
}

function become(next: Standing): void {
  if (next === standing) return;
  standing = next;
  tell();
}

async function untilBack(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => window.setTimeout(resolve, askAgainMs));
    const reply = await window.fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
    if (reply?.ok) break;
  }
  returning = undefined;
  // Who has to sign in again is still asked to: what waits for that goes on by nothing else.
  if (standing === 'away') standing = 'there';
  tell();
}

/** What the whole newsroom knows of its server; React reads it by `useSyncExternalStore`. */
export const connection = {
  standing: (): Standing => standing,
  /** Whether the server is waited for, as it may be while somebody signs in again, too. */
  isAway: (): boolean => returning !== undefined,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  answered: (): void => {
    if (standing === 'away') become('there');
  },
  /** Says that the server does not answer; resolves once it does. */
  away: (): Promise<void> => {
    returning ??= untilBack();
    if (waiting) tell();
    else become('away');
    return returning;
  },
  /** Asks who is here to sign in again; resolves once they have. */
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
