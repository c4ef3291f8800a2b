import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { adminQuery } from './admin-query.ts';
import { forcedKind } from './browser-path.ts';
import { browsersLine, browsersUsed } from './browsers-used.ts';
import { cpuLine, cpuNoted, cpuSecondsOfProcess, cpuSecondsOfTree } from './cpu-seconds.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { startPostgres } from './postgres-cluster.ts';
import type { PostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * `postgres://…/` of the cluster that the tests share, without a database name, by its socket; it listens on loopback at the same port. Empty if no file of
     * the run uses test databases.
     */
    postgresUrl: string;
    /** What test files share on disk (once-a-run.ts); `sqlite/` in it holds a migrated database without content. */
    runFolder: string;
    /** The commit that is tested, from which is drawn what only one database is asked; empty where there is none. */
    commit: string;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whether files of this run use test databases. Vitest has the selecting words in a field that its types leave out; without it the answer is yes. */
async function needsDatabases({ vitest }: TestProject): Promise<boolean> {
  const filters: unknown = Reflect.get(vitest, 'filenamePattern');
  if (vitest.config.watch || !Array.isArray(filters)) return true;
  const { testNeeds } = (await import('../../scripts/launch/test-needs.mjs' as string)) as {
    testNeeds: (root: string, filters: readonly string[]) => { readonly postgres: boolean };
  };
  return testNeeds(root, filters.map(String)).postgres;
}

/** Starts one PostgreSQL for the whole run, and creates migrated databases of both kinds, which each test file copies. */
async function startDatabases(runFolder: string): Promise<PostgresCluster> {
  const { openDatabase } = await import('../../src/kernel/db/open-database.ts');
  const cluster = await startPostgres();
  await adminQuery(cluster.url, 'create database broadsheet_template');
  for (const place of [
    { dataDir: '', databaseUrl: `${cluster.url}broadsheet_template` },
    { dataDir: join(runFolder, 'sqlite') },
  ]) {
    const template = await openDatabase(place);
    await template.migrate();
    await template.close();
  }
  return cluster;
}

/** Prepares the folder and the databases that all test files of a run share; no databases if no file uses them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forcedKind();
  const removeTemporary = useMemoryForTemporaryFiles();
  // A thread or process of ours loads what those before it have compiled: half of what its start costs, and most sites start one to search in.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
  const runFolder = mkdtempSync(join(tmpdir(), 'broadsheet-run-'));
  const cluster = (await needsDatabases(project)) ? await startDatabases(runFolder) : undefined;
  project.provide('postgresUrl', cluster?.socketUrl ?? '');
  project.provide('runFolder', runFolder);
  project.provide(
    'commit',
    spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '',
  );
  return async () => {
    const shared = cpuSecondsOfProcess() + (cluster ? cpuSecondsOfTree(cluster.pid()) : 0);
    await cluster?.stop();
    const line = browsersLine(browsersUsed(runFolder));
    if (line) console.log(line);
    console.log(cpuLine(cpuNoted(runFolder), shared));
    rmSync(runFolder, { recursive: true, force: true });
    removeTemporary();
  };
}
