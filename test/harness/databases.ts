import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { DialectName } from '../../src/kernel/db/dialect-sql.ts';
import { adminQuery } from './admin-query.ts';
import { drawn } from './drawn.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';

export interface TestDatabase {
  readonly dialect: DialectName;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  drop(): Promise<void>;
}

/** Creates a separate database: a copy of the run's migrated one of its kind, or an empty one with `migrated: false`. */
export async function makeTestDatabase(
  dialect: DialectName,
  { migrated = true } = {},
): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  if (!cluster)
    throw new Error(
      'This run was set up without databases: scripts/launch/test-needs.mjs missed that this file uses them.',
    );
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-test-'));
  if (dialect === 'sqlite' && migrated)
    cpSync(join(inject('runFolder'), 'sqlite'), dataDir, { recursive: true });
  if (dialect === 'sqlite')
    return {
      dialect,
      dataDir,
      databaseUrl: undefined,
      drop: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await adminQuery(
    cluster,
    `create database ${name} template ${migrated ? 'broadsheet_template' : 'template0'} strategy file_copy`,
  );
  return {
    dialect,
    dataDir,
    databaseUrl: `${cluster}${name}`,
    drop: async () => {
      await adminQuery(cluster, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Runs tests on one kind of database; `get()` returns the group's open, migrated and empty database. For browser tests,
 * which are expensive; other tests cover the queries on both.
 */
export function onDatabase(
  dialect: DialectName,
  title: string,
  tests: (get: () => Database, place: () => TestDatabase) => void,
): void {
  describe(`${title} on ${dialect}`, () => {
    let place: TestDatabase;
    let database: Database;
    beforeAll(async () => {
      place = await makeTestDatabase(dialect);
      database = await openSiteDatabase({
        dataDir: place.dataDir,
        databaseUrl: place.databaseUrl,
        maxConnections: 4,
      });
    });
    afterAll(async () => {
      await database.close();
      await place.drop();
    });
    tests(
      () => database,
      () => place,
    );
  });
}

/** Runs the same store tests on both databases; `get()` as for `onDatabase`. */
export function onBothDatabases(title: string, tests: Parameters<typeof onDatabase>[2]): void {
  onDatabase('sqlite', title, tests);
  onDatabase('postgres', title, tests);
}

/**
 * Runs tests on one database, chosen by commit and title: for tests of processes, connections and pages, whose SQL
 * other files test on both. On both: `BROADSHEET_WHOLE=1 npm test -- FILE` (decision 088).
 */
export function onDrawnDatabase(title: string, tests: Parameters<typeof onDatabase>[2]): void {
  for (const dialect of drawn(title, ['sqlite', 'postgres'] as const, 2)) onDatabase(dialect, title, tests);
}
