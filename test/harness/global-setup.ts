import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/db/open-database.ts';
import { adminQuery } from './admin-query.ts';
import { startPostgres } from './postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://…/` of the cluster that the tests share, without a database name. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated template database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  await adminQuery(cluster.url, 'create database broadsheet_template');
  const template = await openDatabase({ dataDir: '', databaseUrl: `${cluster.url}broadsheet_template` });
  await template.migrate();
  await template.close();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}
