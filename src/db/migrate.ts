import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { ConfigError } from '../lib/errors.ts';
import type { DialectSql } from './dialect-sql.ts';
import type { Tables } from './tables.ts';
import { initial } from './migrations/001-initial.ts';

/** One step forward; never changed once it has shipped. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly statements: (dialect: DialectSql) => readonly string[];
}

const migrations: readonly Migration[] = [initial];

/** Brings the schema to the newest version inside the caller's transaction; returns the names of the steps it took. */
export async function migrate(tx: Transaction<Tables>, dialect: DialectSql): Promise<string[]> {
  if (dialect.name === 'postgres') await sql`select pg_advisory_xact_lock(74616)`.execute(tx);
  await sql.raw(`create table if not exists schema_version (id ${dialect.integer} primary key, name ${dialect.key}, applied_at ${dialect.integer})`).execute(tx);
  const applied = new Set((await tx.selectFrom('schema_version').select('id').execute()).map((row) => row.id));
  const newest = migrations.at(-1)?.id ?? 0;
  const unknown = [...applied].find((id) => id > newest);
  if (unknown !== undefined) {
    throw new ConfigError(`The database is at schema version ${unknown}, this Broadsheet knows ${newest}. Start the newer Broadsheet, or restore a backup made by this one.`);
  }
  const taken: string[] = [];
  for (const migration of migrations.filter(({ id }) => !applied.has(id))) {
    for (const statement of migration.statements(dialect)) await sql.raw(statement).execute(tx);
    await tx.insertInto('schema_version').values({ id: migration.id, name: migration.name, applied_at: Date.now() }).execute();
    taken.push(migration.name);
  }
  return taken;
}

/** Whether the schema is at the newest version, asked without a lock. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  try {
    const row = await db.selectFrom('schema_version').select((eb) => eb.fn.max('id').as('id')).executeTakeFirst();
    return Number(row?.id) === migrations.at(-1)?.id;
  } catch {
    return false; // no such table yet: a new database
  }
}
