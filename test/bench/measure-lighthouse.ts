import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/lib/network.ts';
import { startDemoServer } from '../harness/demo-server.ts';
import { startBrowser } from './browser.ts';
import type { BenchSite } from './make-site.ts';
import { endsLater } from './running.ts';
import type { BenchRow } from './table.ts';

const pages: Readonly<Record<string, string>> = { 'front page': '/', article: '/the-last-cable-to-sorvik/' };
const runs = 5;
const kilobyte = 1024;

/** The used part of a report of the package `lighthouse`, which is not a dependency (see `bringLighthouse`). */
interface Report {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
  readonly runtimeError?: { readonly message: string };
}
interface Category {
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}
interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly numericValue?: number;
  readonly displayValue?: string;
}
interface Flags {
  readonly port: number;
  readonly logLevel: string;
  readonly output: string;
}
type Lighthouse = (url: string, flags: Flags) => Promise<{ readonly lhr: Report } | undefined>;

interface Figures {
  readonly performance: number;
  readonly accessibility: number;
  readonly 'best-practices': number;
  readonly seo: number;
  /** Milliseconds. */
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  readonly bytes: number;
}

/**
 * Lighthouse with its phone settings on two demo pages with a warm cache and all picture sizes; median of five runs.
 * Only on SQLite, since a cached page is the same.
 */
export async function* measureLighthouse(site: BenchSite): AsyncGenerator<BenchRow> {
  if (site.database.dialect.name !== 'sqlite') return;
  const { bringLighthouse } = (await import('../../scripts/launch/lighthouse.mjs' as string)) as {
    bringLighthouse: (root: string) => Promise<Lighthouse>;
  };
  const lighthouse = await bringLighthouse(fileURLToPath(new URL('../../', import.meta.url)));
  const server = await startDemoServer(join(site.folder, 'lighthouse'));
  const stopDemo = endsLater(async () => void (await server.stop()));
  const port = await freePort('127.0.0.1');
  const { stop } = await startBrowser(`--remote-debugging-port=${port}`);
  try {
    for (const [name, path] of Object.entries(pages)) {
      for (let warm = 0; warm < 3; warm++) await (await fetch(server.url + path)).arrayBuffer();
      const taken: Figures[] = [];
      for (let run = 0; run < runs; run++) taken.push(await audit(lighthouse, server.url + path, port));
      yield* describe(name, taken);
    }
  } finally {
    await stop();
    await stopDemo();
  }
}

async function audit(lighthouse: Lighthouse, url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, { port, logLevel: 'error', output: 'json' });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not measure ${url}: ${runtimeError.message}`);
  const score = (id: string) => Math.round((categories[id]?.score ?? 0) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs)
      if (weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        console.log(`  ${url} ${id}: ${audits[id]?.displayValue ?? audits[id]?.title}`);
  }
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
  };
}

function describe(page: string, taken: readonly Figures[]): BenchRow[] {
  const median = (figure: keyof Figures) =>
    taken.map((figures) => figures[figure]).toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ??
    Number.NaN;
  const row = (
    figure: keyof Figures,
    unit: string,
    target: string,
    met: (value: number) => boolean,
    scale = 1,
  ): BenchRow => ({
    what: `Lighthouse, ${page}: ${figure}`,
    value: median(figure) / scale,
    unit,
    target,
    met: met(median(figure) / scale),
  });
  return [
    row('performance', '', '100', (value) => value === 100),
    ...(['accessibility', 'best-practices', 'seo'] as const).map((figure) =>
      row(figure, '', '≥ 95', (value) => value >= 95),
    ),
    row('lcp', 's', '≤ 1.5 s', (value) => value <= 1.5, 1000),
    row('cls', '', '≤ 0.02', (value) => value <= 0.02),
    row('tbt', 'ms', '≤ 50 ms', (value) => value <= 50),
    { what: `Lighthouse, ${page}: bytes`, value: median('bytes') / kilobyte, unit: 'KB', target: '' },
    {
      what: `Lighthouse, ${page}: load average of the machine`,
      value: loadavg()[0] ?? 0,
      unit: '',
      target: '',
    },
  ];
}
