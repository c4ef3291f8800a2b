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
import { slowestLines } from './slowest.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { startPostgres } from './postgres-cluster.ts';
import type { PostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * `postgres://…/` of the shared cluster without a database name, by socket; it also listens on loopback at this
     * port. Empty if the run uses no test databases.
     */
    postgresUrl: string;
    /** Folder shared by test files (once-a-run.ts); `sqlite/` in it contains a migrated, empty database. */
    runFolder: string;
    /** The tested commit, from which samples are drawn; empty outside of a clone. */
    commit: string;
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Whether the run needs test databases. Vitest has the file filters in an untyped field; without it, the result is true. */
async function needsDatabases({ vitest }: TestProject): Promise<boolean> {
  const filters: unknown = Reflect.get(vitest, 'filenamePattern');
  if (vitest.config.watch || !Array.isArray(filters)) return true;
  const { testNeeds } = (await import('../../scripts/launch/test-needs.mjs' as string)) as {
    testNeeds: (root: string, filters: readonly string[]) => { readonly postgres: boolean };
  };
  return testNeeds(root, filters.map(String)).postgres;
}

/** Starts one PostgreSQL for the whole run and creates migrated databases of both kinds, which test files copy. */
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

/** Prepares the shared folder and, if needed, the databases of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forcedKind();
  const removeTemporary = useMemoryForTemporaryFiles();
  // Shares V8's compile cache between threads and processes: it halves their startup, and most sites start a search
  // thread.
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
    const uses = cpuNoted(runFolder);
    const files = uses.map(({ file, seconds }) => ({ name: file, seconds }));
    for (const one of slowestLines('The files with most CPU time:', files, 30)) console.log(one);
    console.log(cpuLine(uses, shared));
    rmSync(runFolder, { recursive: true, force: true });
    removeTemporary();
  };
}
