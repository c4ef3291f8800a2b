import { Worker } from 'node:worker_threads';
import type { Json } from './rest-app.ts';

/** What the thread is asked (core-data-worker.ts). */
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

/** `@wordpress/core-data` as it is published, in a thread of its own, signed in at a site. Refusals are thrown as it throws them. */
export interface CoreData {
  /** What the store has, without asking. */
  readonly select: Ask;
  /** The same once it was asked for. */
  readonly resolveSelect: Ask;
  readonly dispatch: Ask;
  /** Sends a PNG as the editor does; gives what REST says of it. */
  readonly upload: (name: string, bytes: Uint8Array) => Promise<Json>;
  /** Goes on as somebody else, who is asked anew for. */
  readonly signIn: (person: Person) => Promise<Json>;
  readonly close: () => Promise<unknown>;
}

/** Starts it for the site at `url` and somebody's session. */
export function startCoreData(url: string, person: Person): CoreData {
  const worker = new Worker(new URL('core-data-worker.ts', import.meta.url), { workerData: { url, person } });
  const waiting = new Map<number, { readonly resolve: (value: Json) => void; readonly reject: (error: unknown) => void }>();
  worker.on('message', ({ id, value, error }: { id: number; value?: Json; error?: unknown }) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value as Json);
    else asked?.reject(error);
  });
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  let last = 0;
  const ask = (how: string, name: string, args: readonly unknown[]) => new Promise<Json>((resolve, reject) => {
    waiting.set(++last, { resolve, reject });
    worker.postMessage({ id: last, how, name, args } satisfies Asked, []);
  });
  return {
    select: (name, ...args) => ask('select', name, args), resolveSelect: (name, ...args) => ask('resolveSelect', name, args),
    dispatch: (name, ...args) => ask('dispatch', name, args), upload: (name, bytes) => ask('upload', name, [bytes]),
    signIn: (other) => ask('signIn', '', [other]),
    close: () => worker.terminate(),
  };
}
