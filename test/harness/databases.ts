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

/** Where a fresh, migrated database is, and the way to throw it away. */
export interface TestDatabase {
  readonly dialect: DialectName;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  drop(): Promise<void>;
}

/** Makes a database of its own: a copy of the migrated one that the run has of each kind, or with `migrated: false` an empty one. */
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
 * Runs tests on a database of one kind; `get()` gives the open, migrated and empty database of the group. For what happens in browsers: it costs much, and what
 * a database is asked for is tested on both without them.
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

/** Runs the same store tests on both databases; `get()` as of `onDatabase`. */
export function onBothDatabases(title: string, tests: Parameters<typeof onDatabase>[2]): void {
  onDatabase('sqlite', title, tests);
  onDatabase('postgres', title, tests);
}

/**
 * Runs tests on one of the databases, drawn from the commit and the title: for what processes, connections and pages do, whose SQL other files ask of both. A
 * commit draws the same again, the next one perhaps the other; on both: `BROADSHEET_WHOLE=1 npm test -- FILE` (decision 088).
 */
export function onDrawnDatabase(title: string, tests: Parameters<typeof onDatabase>[2]): void {
  for (const dialect of drawn(title, ['sqlite', 'postgres'] as const, 2)) onDatabase(dialect, title, tests);
}
