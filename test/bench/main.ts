import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchFaults } from './faults.ts';
import { benchFuzz } from './fuzz.ts';
import { makeSite } from './make-site.ts';
import type { BenchSite } from './make-site.ts';
import { measureArticle } from './measure-article.ts';
import { measureDropped } from './measure-dropped.ts';
import { measureFlood } from './measure-flood.ts';
import { measureImport } from './measure-import.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureLists } from './measure-lists.ts';
import { measurePages } from './measure-pages.ts';
import { measurePatterns } from './measure-patterns.ts';
import { measurePublish } from './measure-publish.ts';
import { measureQueries } from './measure-queries.ts';
import { measureRelated } from './measure-related.ts';
import { measureSaves } from './measure-saves.ts';
import { measureSignIn } from './measure-sign-in.ts';
import { measureTemplates } from './measure-templates.ts';
import { measureTyping } from './measure-typing.ts';
import { measureWeight } from './measure-weight.ts';
import { isMistyped, readOptions } from './options.ts';
import type { BenchOptions } from './options.ts';
import { openReport } from './report.ts';
import type { Report } from './report.ts';
import { endAll, endsLater } from './running.ts';
import type { BenchRow } from './table.ts';

const usage =
  `Usage: npm run bench -- [--database sqlite|postgres|both] [--posts 1500] [--import 100000]
                          [--only article,pages,queries,weight,publish,patterns,dropped,templates,flood,sign-in,lists,typing,saves,import,
                           related,lighthouse] [--json FILE]

  --database  which database to measure; default both
  --posts     posts of the site; default 1500. Sites are kept in the temporary folder for the next run
  --import    posts that are imported while readers read; default 100000 (0: not measured)
  --only      parts to measure; default all
  --json      file for the figures; default a new one in the temporary folder

       npm run bench -- fuzz [--minutes 5] [--seed N] [--database both]   sends a server requests that a seed draws, and looks at every answer
       npm run bench -- faults [--seed N] [--only killed,clock]   kills, stops, fills and sets clocks, the long way (docs/reliability.md)

A part that fails costs no figure of the others; the exit code is 1 then. Ctrl+C ends the bench in good order, with what it has.

Figures are ratios and CPU times taken in one run, side by side: absolute times of a shared machine mean little.`;

/** One part of the bench: gives its rows as it measures them. */
type Measure = (site: BenchSite, options: BenchOptions) => AsyncIterable<BenchRow>;
const measures: Readonly<Record<string, Measure>> = {
  article: measureArticle, pages: measurePages, queries: measureQueries, weight: measureWeight, publish: measurePublish, patterns: measurePatterns,
  dropped: measureDropped, templates: measureTemplates, flood: measureFlood, 'sign-in': measureSignIn,
  lists: measureLists, typing: measureTyping, saves: measureSaves, import: measureImport, related: measureRelated, lighthouse: measureLighthouse,
};
/** They measure the demo magazine instead of the site that was asked for. */
const ofDemo: ReadonlySet<string> = new Set(['related', 'lighthouse']);

/** How long a part may take to notice that its servers are gone, in milliseconds. */
const graceMs = 10_000;

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, Object.keys(measures));
  if (!options) {
    console.log(usage);
    return;
  }
  const report = openReport(options);
  const told = new AbortController();
  // Again and again: a terminal and npm both deliver Ctrl+C.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => told.abort(signal));
  const stopped = new Promise<void>((resolve) => told.signal.addEventListener('abort', () => resolve()));
  const done = (async () => {
    for (const database of options.databases) await benchDatabase(database, options, report, told.signal);
  })();
  await Promise.race([done, stopped]);
  if (told.signal.aborted) {
    console.error(`${told.signal.reason}: ending what runs.`);
    await endAll();
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, graceMs))]);
    await endAll();
  }
  report.print();
  if (told.signal.aborted) process.exit(128 + constants.signals[told.signal.reason as NodeJS.Signals]);
}

async function benchDatabase(database: string, options: BenchOptions, report: Report, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'));
  endsLater(async () => rmSync(folder, { recursive: true, force: true }));
  const attempt = async (part: string, work: () => Promise<void>) => {
    if (stop.aborted) return;
    try {
      await work();
    } catch (error) {
      if (stop.aborted) return; // its servers were taken from it
      report.fail({ part, database }, error);
      process.exitCode = 1;
    }
  };
  await attempt('making the site', async () => {
    const site = await makeSite(folder, database, options.posts);
    for (const part of options.parts) {
      await attempt(part, async () => {
        for await (const row of measures[part]?.(site, options) ?? []) report.add({ part, database, posts: ofDemo.has(part) ? 'demo' : options.posts }, row);
      });
    }
  });
  await attempt('ending', endAll);
}

try {
  const [command, ...others] = process.argv.slice(2);
  if (command === 'fuzz') await benchFuzz(others);
  else if (command === 'faults') benchFaults(others);
  else await main(process.argv.slice(2));
} catch (error) {
  if (!isMistyped(error)) throw error;
  console.error(`${error.message}\nnpm run bench -- --help tells what there is.`);
  process.exitCode = 2;
}
