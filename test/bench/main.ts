import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchFaults } from './faults.ts';
import { benchFuzz } from './fuzz.ts';
import { measureArticle } from './measure-article.ts';
import { measureFlood } from './measure-flood.ts';
import { measurePages } from './measure-pages.ts';
import { measureWeight } from './measure-weight.ts';
import { measureImport } from './measure-import.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measurePublish } from './measure-publish.ts';
import { measureQueries } from './measure-queries.ts';
import { measureRelated } from './measure-related.ts';
import { makeSite } from './make-site.ts';
import type { BenchSite } from './make-site.ts';
import { printTable } from './table.ts';
import type { BenchRow } from './table.ts';

const usage = `Usage: npm run bench -- [--database sqlite|postgres|both] [--posts 1500] [--import 100000] [--only article,pages,queries,weight,publish,flood,import,related,lighthouse] [--json FILE]

  --database  which database to measure; default both
  --posts     posts of the site; default 1500. Sites are kept in the temporary folder for the next run
  --import    posts that are imported while readers read; default 100000 (0: not measured)
  --only      parts to measure; default all
  --json      writes the figures to FILE

       npm run bench -- fuzz [--minutes 5] [--seed N] [--database both]   sends a server requests that a seed draws, and looks at every answer
       npm run bench -- faults [--seed N] [--only killed,clock]   kills, stops, fills and sets clocks, the long way (docs/reliability.md)

Figures are ratios and CPU times taken in one run, side by side: absolute times of a shared machine mean little.`;

/** One part of the bench: gives its rows. */
type Measure = (site: BenchSite, options: { readonly importPosts: number }) => Promise<BenchRow[]>;
const measures: Readonly<Record<string, Measure>> = { article: measureArticle, pages: measurePages, queries: measureQueries, weight: measureWeight, publish: measurePublish, flood: measureFlood, import: measureImport, related: measureRelated, lighthouse: measureLighthouse };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'both' }, posts: { type: 'string', default: '1500' }, import: { type: 'string', default: '100000' },
      only: { type: 'string', default: Object.keys(measures).join(',') }, json: { type: 'string' }, help: { type: 'boolean', default: false },
    },
  });
  const parts = values.only.split(',');
  const wrong = parts.find((part) => !(part in measures)) ?? (['sqlite', 'postgres', 'both'].includes(values.database) ? undefined : values.database);
  if (values.help || wrong !== undefined) {
    console.log(wrong === undefined ? usage : `"${wrong}" is not known.\n\n${usage}`);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const databases = values.database === 'both' ? ['sqlite', 'postgres'] : [values.database];
  const rows: BenchRow[] = [];
  for (const database of databases) rows.push(...(await benchDatabase(database, Number(values.posts), Number(values.import), parts)));
  printTable(rows);
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ node: process.version, posts: Number(values.posts), rows }, undefined, 2)}\n`);
}

async function benchDatabase(database: string, posts: number, importPosts: number, parts: readonly string[]): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-bench-'));
  try {
    const site = await makeSite(folder, database, posts);
    const rows: BenchRow[] = [];
    for (const part of parts) if (part !== 'import' || importPosts > 0) rows.push(...((await measures[part]?.(site, { importPosts })) ?? []));
    await site.close();
    return rows.map((row) => ({ ...row, database }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'fuzz') await benchFuzz(process.argv.slice(3));
else if (process.argv[2] === 'faults') benchFaults(process.argv.slice(3));
else await main();
