import { percentile } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import { readFor, warmReaders } from './readers.ts';
import type { BenchRow } from './table.ts';

/** Attempts per second, each for another account and address, so that all of them are hashed. */
const attemptRate = 20;
const seconds = 20;

/** The effect of log-in attempts on visitors, compared with idle times before and after, since a machine's speed varies. */
export async function* measureSignIn(site: BenchSite): AsyncGenerator<BenchRow> {
  const server = await startServer({ ...site.env, TRUST_PROXY: '127.0.0.1' });
  try {
    const read = (forSeconds: number) => readFor(forSeconds, site, server.url).result;
    await warmReaders(seconds, site, server);
    await tryToSignIn(server.url, 'early', attemptRate); // starts the hashing thread
    await read(10);
    const quiet = await read(seconds);
    const [busy, statuses] = await Promise.all([
      read(seconds),
      tryToSignIn(server.url, 'reader', attemptRate * seconds),
    ]);
    await read(10); // drains pending hashes
    const after = await read(seconds);
    const calm = percentile(
      [...quiet.times, ...after.times].toSorted((a, b) => a - b),
      0.99,
    );
    const during = percentile(busy.times, 0.99);
    const failures = quiet.failures + busy.failures + after.failures;
    const wrong = statuses.filter((status) => status === 400).length;
    yield* [
      {
        what: 'log-in attempts that were hashed',
        value: wrong,
        unit: '',
        target: String(attemptRate * seconds),
        met: wrong === attemptRate * seconds,
      },
      {
        what: 'readers before log-in attempts: p99',
        value: percentile(quiet.times, 0.99),
        unit: 'ms',
        target: '',
      },
      { what: 'readers during log-in attempts: p99', value: during, unit: 'ms', target: '' },
      {
        what: 'readers after log-in attempts: p99',
        value: percentile(after.times, 0.99),
        unit: 'ms',
        target: '',
      },
      {
        what: 'readers: p99 during log-in attempts compared with before and after',
        value: during / calm,
        unit: '×',
        target: '≤ 2 ×',
        met: during <= 2 * calm,
      },
      { what: 'failed requests of readers', value: failures, unit: '', target: '0', met: failures === 0 },
    ];
  } finally {
    await server.stop();
  }
}

/** Tries to log in to accounts `NAME 0`, `NAME 1` …; resolves to the response statuses. */
async function tryToSignIn(url: string, name: string, attempts: number): Promise<number[]> {
  const replies: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < attempts; n++) {
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, began + (n * 1000) / attemptRate - performance.now())),
    );
    replies.push(
      fetch(`${url}/wp-login.php?action=login`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': `198.18.${Math.floor(n / 250)}.${n % 250}` },
        body: new URLSearchParams({ log: `${name} ${n}`, pwd: 'a guess' }),
      }).then(async (reply) => {
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
  }
  return Promise.all(replies);
}
