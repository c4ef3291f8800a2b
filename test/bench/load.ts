import { Agent, request } from 'node:http';

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds, sorted. */
  readonly times: readonly number[];
  readonly bytes: number;
}

export interface LoadOptions {
  readonly urls: readonly string[];
  readonly requests: number;
  /** Number of keep-alive connections. */
  readonly connections: number;
  /** Requests per second in total; by default as fast as responses arrive. */
  readonly rate?: number;
  /** Default: that of browsers. */
  readonly encoding?: string;
  /** One for all requests, or a function that returns one per request. */
  readonly cookie?: string | (() => string) | undefined;
  /** Form data for POST; GET when undefined. */
  readonly form?: string;
  readonly until?: () => boolean;
}

/** Sends requests over keep-alive connections and measures their times. */
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
      // With a rate, time in the queue counts: a slow server can't benefit from receiving fewer requests.
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

/** The time in ms below which `share` of the requests stayed. */
export function percentile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
