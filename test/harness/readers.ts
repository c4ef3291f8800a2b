import { Agent, request } from 'node:http';

/** What one reader got; status 0: the connection broke before the reply was whole. */
export interface Answered {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Why the connection broke. */
  readonly fault?: string;
  readonly ms: number;
}

/** Readers over kept-alive connections, who ask one after another until they are stopped. */
export interface Readers {
  readonly answers: readonly Answered[];
  stop(): Promise<readonly Answered[]>;
}

/** Sends readers to a server: each of `connections` asks for the next of `paths` as soon as it has its answer, and pauses `pauseMs` between. */
export function sendReaders(base: string, paths: readonly string[], { connections, pauseMs = 5 }: { readonly connections: number; readonly pauseMs?: number }): Readers {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answered[] = [];
  const control = { stopped: false };
  let next = 0;
  const ask = (path: string) => new Promise<void>((resolve) => {
    const began = performance.now();
    let body = '';
    const done = (status: number, headers: Answered['headers'], fault?: string) => {
      answers.push({ path, status, headers, body, ms: performance.now() - began, ...(fault === undefined ? {} : { fault }) });
      resolve();
    };
    const sending = request({ hostname, port, path, agent, headers: { accept: 'text/html' } }, (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => done(response.complete ? (response.statusCode ?? 0) : 0, response.headers, response.complete ? undefined : 'cut off'));
      response.on('error', (error) => done(0, response.headers, error.message));
    });
    sending.on('error', (error: NodeJS.ErrnoException) => done(0, {}, `${error.code ?? error.message}${sending.reusedSocket ? ' on a kept connection' : ''}`));
    sending.end();
  });
  const reader = async () => {
    while (!control.stopped) {
      await ask(paths[next++ % paths.length] ?? '/');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const all = Promise.all(Array.from({ length: connections }, reader));
  return {
    answers,
    stop: async () => {
      control.stopped = true;
      await all;
      agent.destroy();
      return answers;
    },
  };
}
