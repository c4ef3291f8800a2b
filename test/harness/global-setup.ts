import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/kernel/db/open-database.ts';
import { adminQuery } from './admin-query.ts';
import { forcedKind } from './browser-path.ts';
import { browsersLine, browsersUsed } from './browsers-used.ts';
import { useMemoryForTemporaryFiles } from './memory-folder.ts';
import { startPostgres } from './postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://…/` of the cluster that the tests share, without a database name, by its socket; it listens on loopback at the same port. */
    postgresUrl: string;
    /** What test files share on disk (once-a-run.ts); `sqlite/` in it holds a migrated database without content. */
    runFolder: string;
    /** The commit that is tested, from which is drawn what only one database is asked; empty where there is none. */
    commit: string;
  }
}

/** Starts one PostgreSQL for the whole run, and makes migrated databases of both kinds, which each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forcedKind();
  const removeTemporary = useMemoryForTemporaryFiles();
  // A thread or process of ours loads what those before it have compiled: half of what its start costs, and most sites start one to search in.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
  const runFolder = mkdtempSync(join(tmpdir(), 'broadsheet-run-'));
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
  project.provide('postgresUrl', cluster.socketUrl);
  project.provide('runFolder', runFolder);
  project.provide(
    'commit',
    spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '',
  );
  return async () => {
    await cluster.stop();
    const line = browsersLine(browsersUsed(runFolder));
    if (line) console.log(line);
    rmSync(runFolder, { recursive: true, force: true });
    removeTemporary();
  };
}
