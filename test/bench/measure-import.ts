import { spawn } from 'node:child_process';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { percentile } from './load.ts';
import type { LoadResult } from './load.ts';
import { makeWxr } from './made-up-wxr.ts';
import type { BenchSite } from './make-site.ts';
import { publishAndWait } from './measure-publish.ts';
import { hasEnded, startServer, stopProcess } from './processes.ts';
import { readFor, readersRate, warmReaders } from './readers.ts';
import { endsLater } from './running.ts';
import type { BenchRow } from './table.ts';

const quietSeconds = 20;

/** Imports generated posts into a running server: the effect on visitors, and on publishing at the same time. */
export async function* measureImport(
  site: BenchSite,
  { importPosts }: { readonly importPosts: number },
): AsyncGenerator<BenchRow> {
  if (importPosts === 0) return;
  const file = join(site.folder, 'import.xml');
  await pipeline(
    Readable.from(makeWxr(importPosts, { seed: 2, firstId: 10_000_000, host: 'import.example' })),
    createWriteStream(file),
  );
  const server = await startServer(site.env);
  try {
    const read = (seconds: number) => readFor(seconds, site, server.url);
    await warmReaders(quietSeconds, site, server);
    const quiet = await read(quietSeconds).result;
    const began = performance.now();
    const importing = spawn(process.execPath, ['dist/server/cli.js', 'import', file, '--quiet'], {
      env: { ...process.env, NODE_ENV: 'production', ...site.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stopImport = endsLater(() => stopProcess(importing));
    let report = '';
    importing.stdout.on('data', (chunk: Buffer) => (report += chunk.toString()));
    const finished = new Promise<number | null>((resolve) => importing.once('exit', resolve));
    const published: { fromCall: number; fromCommit: number }[] = [];
    const publishing = async () => {
      for (let n = 0; !hasEnded(importing); n++) {
        await new Promise((resolve) => setTimeout(resolve, 1500));
        if (!hasEnded(importing))
          published.push(await publishAndWait(site.database, server.url, `bench-meanwhile-${n}`));
      }
    };
    const readers = read(3600);
    const ending = finished.then((code) => {
      readers.stop();
      return { code, seconds: (performance.now() - began) / 1000 };
    });
    const [{ code, seconds }, busy] = await Promise.all([ending, readers.result, publishing()]).finally(
      stopImport,
    );
    if (code !== 0) throw new Error(`The import exited with code ${code}:\n${report.slice(-2000)}`);
    yield* rowsOf(quiet, busy, published, importPosts, seconds);
  } finally {
    await server.stop();
    rmSync(file, { force: true });
  }
}

function rowsOf(
  quiet: LoadResult,
  busy: LoadResult,
  published: readonly { fromCall: number; fromCommit: number }[],
  posts: number,
  seconds: number,
): BenchRow[] {
  const [before, during] = [percentile(quiet.times, 0.99), percentile(busy.times, 0.99)];
  const commits = published.map(({ fromCommit }) => fromCommit).toSorted((a, b) => a - b);
  const calls = published.map(({ fromCall }) => fromCall).toSorted((a, b) => a - b);
  const slowest = commits.at(-1) ?? 0;
  return [
    {
      what: `import of ${posts} posts at ${readersRate} page views per second`,
      value: posts / seconds,
      unit: 'posts/s',
      target: '',
    },
    { what: 'readers without an import: p50', value: percentile(quiet.times, 0.5), unit: 'ms', target: '' },
    { what: 'readers without an import: p99', value: before, unit: 'ms', target: '' },
    { what: 'readers during the import: p50', value: percentile(busy.times, 0.5), unit: 'ms', target: '' },
    { what: 'readers during the import: p99', value: during, unit: 'ms', target: '' },
    {
      what: 'readers: p99 during the import compared with before',
      value: during / before,
      unit: '×',
      target: '≤ 3 ×',
      met: during <= 3 * before,
    },
    {
      what: 'failed requests during the import',
      value: busy.failures,
      unit: '',
      target: '0',
      met: busy.failures === 0,
    },
    {
      what: `published during the import to visible, median of ${commits.length}`,
      value: percentile(commits, 0.5),
      unit: 'ms',
      target: '',
    },
    {
      what: `published during the import to visible, slowest of ${commits.length}`,
      value: slowest,
      unit: 'ms',
      target: '≤ 50 ms',
      met: commits.length > 0 && slowest <= 50,
    },
    {
      what: 'published during the import to visible, including lock waits, slowest',
      value: calls.at(-1) ?? 0,
      unit: 'ms',
      target: '',
    },
  ];
}
