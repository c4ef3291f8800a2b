import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { DialectName } from '../../src/kernel/db/dialect-sql.ts';
import { databaseFile } from '../../src/kernel/db/open-database.ts';
import { makeTestDatabase } from './databases.ts';
import type { TestDatabase } from './databases.ts';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/broadsheet-0.1.0/${name}`, import.meta.url));

/** A backup of the site below, created on SQLite by Broadsheet 0.1.0. */
export const formerBackup = fixture('backup.tar.gz');

/**
 * A site of Broadsheet 0.1.0 (schema 85): two public posts (one with a password), a draft, a picture, a category, a
 * comment, a redirect and the account `mira`. `lastMigration` leaves the database at an older schema.
 */
export async function makeFormerDatabase(
  dialect: DialectName,
  { lastMigration = 85 } = {},
): Promise<TestDatabase> {
  const place = await makeTestDatabase(dialect, { migrated: false });
  const forget = `delete from schema_version where id > ${lastMigration}`;
  if (place.databaseUrl === undefined) {
    const { default: SqliteDatabase } = await import('better-sqlite3');
    const file = join(place.dataDir, databaseFile);
    writeFileSync(file, gunzipSync(readFileSync(fixture('site.sqlite.gz'))));
    const connection = new SqliteDatabase(file);
    connection.exec(forget);
    connection.close();
  } else {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    await client.query(gunzipSync(readFileSync(fixture('site.postgres.sql.gz'))).toString('utf8'));
    await client.query(forget.replace('schema_version', 'public.schema_version'));
    await client.end();
  }
  return place;
}
