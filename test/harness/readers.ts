import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { whole } from './runs-here.ts';

/**
 * A visitor's response; status 0 for a connection that broke before its end. Bodies are checked as they arrive and not
 * stored, since a minute yields gigabytes.
 */
export interface Answered {
  readonly path: string;
  readonly status: number;
  readonly headers: Pick<IncomingHttpHeaders, 'retry-after' | 'cache-control' | 'warning'>;
  /** Time of the request, by `performance.now()`. */
  readonly askedAt: number;
  /** The problem that `wrongIn` found in the body. */
  readonly wrong?: string;
  readonly fault?: string;
}

/** Visitors who send requests over keep-alive connections until stopped. */
export interface Readers {
  readonly answers: readonly Answered[];
  stop(): Promise<readonly Answered[]>;
}

export interface ReadersOptions {
  readonly connections: number;
  /** Milliseconds between requests of a connection; the default of the long form creates load. */
  readonly pauseMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns a sentence about a wrong body. */
  readonly wrongIn?: (body: string, answered: Answered) => string | undefined;
}

/** Simulates visitors: each of `connections` requests the next of `paths` after its response and a pause. */
export function sendReaders(base: string, paths: readonly string[], options: ReadersOptions): Readers {
  const { connections, pauseMs = whole ? 5 : 30, headers: sent, wrongIn } = options;
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Answered[] = [];
  const control = { stopped: false };
  let next = 0;
  const sendRequest = (path: string) =>
    new Promise<void>((resolve) => {
      let body = '';
      const askedAt = performance.now();
      const done = (status: number, all: IncomingHttpHeaders, fault?: string) => {
        const headers = {
          'retry-after': all['retry-after'],
          'cache-control': all['cache-control'],
          warning: all.warning,
        };
        const answered = { path, status, headers, askedAt, ...(fault === undefined ? {} : { fault }) };
        const wrong = status === 0 ? undefined : wrongIn?.(body, answered);
        answers.push(wrong === undefined ? answered : { ...answered, wrong });
        resolve();
      };
      const sending = request(
        { hostname, port, path, agent, headers: { accept: 'text/html', ...sent } },
        (response) => {
          if (wrongIn) response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          else response.resume();
          response.on('end', () =>
            done(
              response.complete ? (response.statusCode ?? 0) : 0,
              response.headers,
              response.complete ? undefined : 'cut off',
            ),
          );
          response.on('error', (error) => done(0, response.headers, error.message));
        },
      );
      sending.on('error', (error: NodeJS.ErrnoException) =>
        done(0, {}, `${error.code ?? error.message}${sending.reusedSocket ? ' on a kept connection' : ''}`),
      );
      sending.end();
    });
  const reader = async () => {
    while (!control.stopped) {
      await sendRequest(paths[next++ % paths.length] ?? '/');
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

/** Responses other than a complete page; the first ten. */
export function failuresOf(answers: readonly Answered[]): readonly Answered[] {
  return answers.filter(({ status, wrong }) => status !== 200 || wrong !== undefined).slice(0, 10);
}
