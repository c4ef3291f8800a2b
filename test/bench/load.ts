import { Agent, request } from 'node:http';

/** How a run of requests went. */
export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  /** How many replies had each status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
  readonly bytes: number;
}

export interface LoadOptions {
  /** Addresses to ask, in turn. */
  readonly urls: readonly string[];
  readonly requests: number;
  /** Connections kept alive. */
  readonly connections: number;
  /** Requests a second in all; undefined: as fast as they come back. */
  readonly rate?: number;
  /** As browsers ask by default. */
  readonly encoding?: string;
  /** One for all requests, or what makes one for each. */
  readonly cookie?: string | (() => string) | undefined;
  /** Sent by POST; undefined: nothing is sent. */
  readonly form?: string;
  /** Ends the run early. */
  readonly until?: () => boolean;
}

/** Sends requests over kept-alive connections and notes how long each took. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const times: number[] = [];
  let bytes = 0;
  let failures = 0;
  const statuses: Record<number, number> = {};
  let sent = 0;
  const began = performance.now();
  const gap = options.rate ? 1000 / options.rate : 0;
  const worker = async () => {
    while (sent < options.requests && !options.until?.()) {
      const number = sent++;
      const due = began + number * gap;
      const wait = due - performance.now();
      if (gap > 0 && wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      // With a rate, waiting in our own queue counts: a slow server can't hide behind fewer requests.
      const start = gap > 0 ? Math.min(performance.now(), Math.max(due, began)) : performance.now();
      const reply = await ask(options.urls[number % options.urls.length] ?? '', agent, options);
      times.push(performance.now() - start);
      bytes += reply.bytes;
      statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      if (reply.status !== 200) failures++;
    }
  };
  await Promise.all(Array.from({ length: options.connections }, worker));
  agent.destroy();
  return { requests: times.length, failures, statuses, times: times.toSorted((a, b) => a - b), bytes };
}

function ask(
  url: string,
  agent: Agent,
  { encoding = 'gzip, deflate, br, zstd', cookie, form }: LoadOptions,
): Promise<{ status: number; bytes: number }> {
  const headers = {
    'accept-encoding': encoding,
    accept: 'text/html',
    ...(cookie === undefined ? {} : { cookie: typeof cookie === 'string' ? cookie : cookie() }),
    ...(form === undefined
      ? {}
      : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(form) }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      { agent, method: form === undefined ? 'GET' : 'POST', headers },
      (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
        response.on('error', reject);
      },
    );
    sending.on('error', reject);
    sending.end(form);
  });
}

/** The time that `share` of all requests stayed below, in milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
