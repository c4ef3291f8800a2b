import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endsWithUs } from './ends-with-us.ts';
import type { Json } from './rest-app.ts';

interface Asked {
  readonly id: number;
  readonly how: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

type Ask = (name: string, ...args: readonly unknown[]) => Promise<Json>;

interface Person {
  readonly cookie: string;
  readonly nonce: string;
}

/** The published `@wordpress/core-data` in a separate process, logged in to a site; its DOM stubs and crashes are isolated. Rethrows its errors. */
export interface CoreData {
  /** The store's current value, without a request. */
  readonly select: Ask;
  /** The same after requesting it. */
  readonly resolveSelect: Ask;
  readonly dispatch: Ask;
  /** Uploads a PNG like the editor; returns REST's response. */
  readonly upload: (name: string, bytes: Uint8Array) => Promise<Json>;
  /** Continues as another user, without cached data. */
  readonly signIn: (person: Person) => Promise<Json>;
  readonly close: () => Promise<unknown>;
}

/** Starts it for the site at `url` with a user's session. */
export function startCoreData(url: string, person: Person): CoreData {
  const child = endsWithUs(
    fork(fileURLToPath(new URL('core-data-process.ts', import.meta.url)), [url, JSON.stringify(person)], {
      execArgv: [],
      serialization: 'advanced',
    }),
  );
  const waiting = new Map<
    number,
    { readonly resolve: (value: Json) => void; readonly reject: (error: unknown) => void }
  >();
  child.on('message', (message) => {
    const { id, value, error } = message as { id: number; value?: Json; error?: unknown };
    const pending = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) pending?.resolve(value as Json);
    else pending?.reject(error);
  });
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => {
    for (const { reject } of waiting.values())
      reject(new Error(`core-data ended with ${String(code ?? signal)}.`));
  });
  let last = 0;
  const request = (how: string, name: string, args: readonly unknown[]) =>
    new Promise<Json>((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      child.send({ id: last, how, name, args } satisfies Asked, (error) => void (error && reject(error)));
    });
  return {
    select: (name, ...args) => request('select', name, args),
    resolveSelect: (name, ...args) => request('resolveSelect', name, args),
    dispatch: (name, ...args) => request('dispatch', name, args),
    upload: (name, bytes) => request('upload', name, [bytes]),
    signIn: (other) => request('signIn', '', [other]),
    close: () => {
      if (child.connected) child.disconnect();
      return ended;
    },
  };
}
