import { createHash, randomBytes } from 'node:crypto';
import { load } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startNginx } from './nginx.ts';
import { cpuMicros, startServer } from './processes.ts';
import type { Served } from './processes.ts';
import type { BenchRow } from './table.ts';

const rounds = 5;
const requestsPerRound = 6000;
const connections = 32;

async function cpuPerRequest(
  server: Served,
  urls: readonly string[],
  requests: number,
  encoding: string,
  cookie?: () => string,
): Promise<number> {
  const pid = server.process.pid ?? 0;
  const before = cpuMicros(pid);
  const result = await load({ urls, requests, connections, encoding, cookie });
  if (result.failures > 0)
    throw new Error(`${result.failures} of ${result.requests} requests failed at ${urls[0]}.`);
  return (cpuMicros(pid) - before) / result.requests;
}

/** Compares a cached article with nginx serving the same bytes, interleaved; then uncached pages. */
export async function* measureArticle(site: BenchSite): AsyncGenerator<BenchRow> {
  const server = await startServer(site.env);
  try {
    yield {
      what: 'from start to the first page',
      value: server.startMs / 1000,
      unit: 's',
      target: '≤ 0.8 s',
      met: server.startMs <= 800,
    };
    const path = site.articles[0] ?? '/';
    const url = server.url + path;
    yield* againstNginx(server, url);
    yield await wholeView(server, path);
    yield* forgedSession(server, url);
  } finally {
    await server.stop();
  }
}

async function* againstNginx(server: Served, url: string): AsyncGenerator<BenchRow> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const page = Buffer.from(await reply.arrayBuffer());
  const copied = [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'x-frame-options',
    'cache-control',
  ];
  const nginx = await startNginx(
    page,
    Object.fromEntries(copied.map((name) => [name, reply.headers.get(name) ?? ''])),
  );
  if (!nginx) {
    console.log('nginx is not installed (package "nginx-light"): skipping the comparison.');
    return;
  }
  try {
    for (const [encoding, name, target] of [
      ['gzip', 'gzip', 0.5],
      ['identity', 'plain', undefined],
    ] as const) {
      await load({ urls: [url], requests: 3000, connections, encoding });
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        ours.push(await cpuPerRequest(server, [url], requestsPerRound, encoding));
        theirs.push(await cpuPerRequest(nginx, [`${nginx.url}/`], requestsPerRound, encoding));
      }
      const ratio = median(theirs) / median(ours);
      yield { what: `cached article, ${name}: CPU per request`, value: median(ours), unit: 'µs', target: '' };
      yield {
        what: `nginx, same bytes and headers, ${name}: CPU per request`,
        value: median(theirs),
        unit: 'µs',
        target: '',
      };
      yield {
        what: `cached article compared with nginx, ${name}`,
        value: ratio,
        unit: '×',
        ...(target === undefined ? { target: '' } : { target: `≥ ${target} ×`, met: ratio >= target }),
      };
    }
  } finally {
    await nginx.stop();
  }
}

/** Compares requests with distinct forged session cookies to requests without cookies, interleaved. */
async function* forgedSession(server: Served, url: string): AsyncGenerator<BenchRow> {
  const name = `wordpress_logged_in_${createHash('md5').update(server.url).digest('hex')}`;
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  const cookie = () =>
    `${name}=1.${expires}.${randomBytes(24).toString('base64url')}.${randomBytes(24).toString('base64url')}`;
  const ratios: number[] = [];
  await load({ urls: [url], requests: requestsPerRound, connections, encoding: 'gzip', cookie });
  // The difference is a few microseconds, so it takes many short pairs of rounds: a shared machine changes its speed.
  for (let round = 0; round < rounds * 8; round++) {
    const without = await cpuPerRequest(server, [url], requestsPerRound / 4, 'gzip');
    ratios.push((await cpuPerRequest(server, [url], requestsPerRound / 4, 'gzip', cookie)) / without);
  }
  const ratio = median(ratios);
  yield {
    what: 'cached article with a forged session, compared with none',
    value: ratio,
    unit: '×',
    target: '≤ 1.1 ×',
    met: ratio <= 1.1,
  };
}

/**
 * A page with its scripts' calls: footer, related posts, and a search typed in five steps, all cached. Uses concurrent
 * requests: a server woken for each single request spends two thirds of its time on waking.
 */
async function wholeView(server: Served, path: string): Promise<BenchRow> {
  const ajax = `${server.url}/wp-admin/admin-ajax.php?td_theme_name=Newspaper&v=1`;
  const call = async (fields: Record<string, string>) =>
    (
      await fetch(ajax, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'accept-encoding': 'gzip' },
      })
    ).arrayBuffer();
  const view = async () => {
    await (await fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' } })).arrayBuffer();
    await call({ action: 'tdb_get_footer', postID: '' });
    await (await fetch(`${server.url}${path}?relatedposts=1`)).arrayBuffer();
    for (let letters = 1; letters <= 5; letters++)
      await call({ action: 'td_ajax_search', td_string: 'pract'.slice(0, letters), limit: '8' });
  };
  const read = async (views: number) => {
    for (let n = 0; n < views; n++) await view();
  };
  const views = 100;
  await read(50);
  const before = cpuMicros(server.process.pid ?? 0);
  await Promise.all(Array.from({ length: connections }, () => read(views)));
  const cost = (cpuMicros(server.process.pid ?? 0) - before) / views / connections / 1000;
  return {
    what: 'cached page view with all its requests: page, footer, related posts, five searches',
    value: cost,
    unit: 'ms',
    target: '≤ 0.5 ms',
    met: cost <= 0.5,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
