import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchSite } from './make-site.ts';
import { readOptions } from './options.ts';
import type { BenchOptions } from './options.ts';
import { openReport } from './report.ts';
import type { Report } from './report.ts';
import { endAll, endsLater } from './running.ts';
import type { BenchRow } from './table.ts';

export type Measure = (site: BenchSite, options: BenchOptions) => AsyncIterable<BenchRow>;

export interface BenchParts {
  readonly measures: Readonly<Record<string, Measure>>;
  readonly makeSite: (folder: string, database: string, posts: number) => Promise<BenchSite>;
}

/** Parts that measure the demo instead of the generated site. */
const ofDemo: ReadonlySet<string> = new Set(['related', 'lighthouse']);

/** Milliseconds for a part to notice that its servers were stopped. */
const graceMs = 10_000;

/**
 * Runs the selected parts and prints the results. The exit code is 1 if a target was missed or a part failed. Throws
 * like `readOptions` and `openReport`.
 */
export async function runBench(
  args: readonly string[],
  parts: BenchParts,
): Promise<'help' | { readonly exitCode: number; readonly isStopped: boolean }> {
  const options = readOptions(args, Object.keys(parts.measures));
  if (!options) return 'help';
  const report = openReport(options);
  const aborter = new AbortController();
  // Repeatedly: a terminal and npm both deliver Ctrl+C.
  const onSignal = (signal: NodeJS.Signals) => aborter.abort(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  const stopped = new Promise<void>((resolve) => aborter.signal.addEventListener('abort', () => resolve()));
  const done = (async () => {
    for (const database of options.databases)
      await benchDatabase(database, { options, report, parts, stop: aborter.signal });
  })();
  await Promise.race([done, stopped]);
  if (aborter.signal.aborted) {
    console.error(`${aborter.signal.reason}: stopping the bench.`);
    await endAll();
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, graceMs))]);
    await endAll();
  }
  report.print();
  if (aborter.signal.aborted)
    return { exitCode: 128 + constants.signals[aborter.signal.reason as NodeJS.Signals], isStopped: true };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  return { exitCode: report.isGood() ? 0 : 1, isStopped: false };
}

interface BenchRun {
  readonly options: BenchOptions;
  readonly report: Report;
  readonly parts: BenchParts;
  readonly stop: AbortSignal;
}

async function benchDatabase(
  database: string,
  { options, report, parts: { measures, makeSite }, stop }: BenchRun,
): Promise<void> {
  if (stop.aborted) return;
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'));
  endsLater(async () => rmSync(folder, { recursive: true, force: true }));
  const attempt = async (part: string, work: () => Promise<void>) => {
    if (stop.aborted) return;
    try {
      await work();
    } catch (error) {
      if (!stop.aborted) report.fail({ part, database }, error); // otherwise its servers were stopped
    }
  };
  await attempt('creating the site', async () => {
    const site = await makeSite(folder, database, options.posts);
    for (const part of options.parts) {
      await attempt(part, async () => {
        for await (const row of measures[part]?.(site, options) ?? [])
          report.add({ part, database, posts: ofDemo.has(part) ? 'demo' : options.posts }, row);
      });
    }
  });
  await attempt('clean-up', endAll);
}
