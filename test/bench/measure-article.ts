import { load } from './load.ts';
import type { BenchSite } from './make-site.ts';
import { startNginx } from './nginx.ts';
import { cpuMicros, memoryMb, startServer } from './processes.ts';
import type { Served } from './processes.ts';
import type { BenchRow } from './table.ts';

const rounds = 5;
const requestsPerRound = 6000;
const connections = 32;

/** CPU microseconds a request over all processes of a server. */
async function cpuPerRequest(server: Served, urls: readonly string[], requests: number, encoding: string): Promise<number> {
  const pid = server.process.pid ?? 0;
  const before = cpuMicros(pid);
  const result = await load({ urls, requests, connections, encoding });
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed at ${urls[0]}.`);
  return (cpuMicros(pid) - before) / result.requests;
}

/** The cached article against nginx serving the same bytes, interleaved; then pages that nobody asked for before. */
export async function measureArticle(site: BenchSite): Promise<BenchRow[]> {
  const server = await startServer(site.env);
  const rows: BenchRow[] = [{ what: 'start to the first page', value: server.startMs / 1000, unit: 's', target: '≤ 0.8 s', met: server.startMs <= 800 }];
  try {
    const path = site.articles[0] ?? '/';
    const url = server.url + path;
    rows.push(...(await pageWeight(url)));
    rows.push(...(await againstNginx(server, url)));
    rows.push(...(await uncached(server, site)));
    const pid = server.process.pid ?? 0;
    const own = memoryMb(pid, 'private');
    rows.push({ what: 'private memory after these pages (files mapped into it not counted)', value: own, unit: 'MB', target: '≤ 150 MB', met: own <= 150 });
    rows.push({ what: 'resident memory, with program and database files mapped', value: memoryMb(pid, 'resident'), unit: 'MB', target: '' });
  } finally {
    await server.stop();
  }
  return rows;
}

async function pageWeight(url: string): Promise<BenchRow[]> {
  const html = await (await fetch(url)).text();
  const { gzipSync } = await import('node:zlib');
  const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '').join('');
  const rest = html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/<div class="post-content[\s\S]*?<\/div>/, '');
  const kilobytes = (text: string) => gzipSync(text, { level: 9 }).length / 1024;
  return [
    { what: 'inline CSS of an article, gzip', value: kilobytes(css), unit: 'KB', target: '≤ 15 KB', met: kilobytes(css) <= 15 },
    { what: 'HTML of an article without CSS and text, gzip', value: kilobytes(rest), unit: 'KB', target: '≤ 12 KB', met: kilobytes(rest) <= 12 },
  ];
}

async function againstNginx(server: Served, url: string): Promise<BenchRow[]> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const page = Buffer.from(await reply.arrayBuffer());
  const copied = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options', 'cache-control'];
  const nginx = await startNginx(page, Object.fromEntries(copied.map((name) => [name, reply.headers.get(name) ?? ''])));
  if (!nginx) {
    console.log('nginx is not installed (package "nginx-light"): the comparison is left out.');
    return [];
  }
  try {
    await load({ urls: [url], requests: 3000, connections, encoding: 'gzip' });
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await cpuPerRequest(server, [url], requestsPerRound, 'gzip'));
      theirs.push(await cpuPerRequest(nginx, [`${nginx.url}/`], requestsPerRound, 'gzip'));
    }
    const ratio = median(theirs) / median(ours);
    return [
      { what: 'cached article, gzip: CPU a request', value: median(ours), unit: 'µs', target: '' },
      { what: 'nginx gzip_static, same bytes and headers: CPU a request', value: median(theirs), unit: 'µs', target: '' },
      { what: 'cached article against nginx gzip_static', value: ratio, unit: '×', target: '≥ 0.5 ×', met: ratio >= 0.5 },
    ];
  } finally {
    await nginx.stop();
  }
}

async function uncached(server: Served, site: BenchSite): Promise<BenchRow[]> {
  const ask = (paths: readonly string[]) => load({ urls: paths.map((path) => server.url + path), requests: paths.length, connections: 4, encoding: 'gzip' });
  const fresh = site.articles.slice(1);
  const warm = fresh.splice(0, Math.min(200, Math.floor(fresh.length / 3))); // the JIT, authors and terms
  await ask(warm);
  // The pages are asked for once to have their text rendered and stored, then dropped from the cache, as after a change of settings.
  const first = await costOf(server, fresh, ask);
  await site.database.write(async (tx) => tx.emit('settings', 'remove'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await ask(warm.slice(0, 20));
  const again = await costOf(server, fresh, ask);
  const listings: BenchRow[] = [];
  for (const [what, paths] of [['front page', ['/']], ['category page', site.categories]] as const) {
    const costs: number[] = [];
    for (let round = 0; round < 30; round++) {
      await site.database.write(async (tx) => tx.emit('settings', 'remove'));
      await new Promise((resolve) => setTimeout(resolve, 60));
      await ask(['/about-nothing/']); // settings and menus are read again before the clock starts
      costs.push(await costOf(server, paths, ask));
    }
    const cost = costs.reduce((sum, one) => sum + one, 0) / costs.length;
    listings.push({ what: `uncached ${what}: CPU a request`, value: cost / 1000, unit: 'ms', target: '≤ 3 ms', met: cost <= 3000 });
  }
  return [
    { what: 'uncached article, text never rendered before: CPU a request', value: first / 1000, unit: 'ms', target: '' },
    { what: 'uncached article, with first compression: CPU a request', value: again / 1000, unit: 'ms', target: '≤ 2 ms', met: again <= 2000 },
    ...listings,
  ];
}

async function costOf(server: Served, paths: readonly string[], ask: (paths: readonly string[]) => Promise<unknown>): Promise<number> {
  const pid = server.process.pid ?? 0;
  const before = cpuMicros(pid);
  await ask(paths);
  return (cpuMicros(pid) - before) / paths.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
