import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DialectSql } from './dialect-sql.ts';

/**
 * SQL, or a function for what SQL can't say. All steps run in one transaction, before anything is served: what a kill or an error interrupts has not
 * happened, and the next start begins anew. A function says itself what tables look like at that step (`db.$extendTables<…>()`), since `Tables`,
 * readers and writers speak of the newest schema, and reads long tables in portions.
 */
type MigrationStep = string | ((db: Transaction<Record<never, never>>, dialect: DialectSql) => Promise<void>);

/** One step forward of the schema; never changed once it has shipped. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly steps: (dialect: DialectSql) => readonly MigrationStep[];
}

/** Steps that several migrations take. They are as little to be changed as these, and speak of no newer schema than the first that takes them. */

/** Has a job of this kind go through all that there is, behind the site; `rows` is a table with its condition: where it has none, there is nothing to do. */
export function enqueueAll(kind: string, rows: string): MigrationStep {
  return async (db) => {
    const now = sql`cast(${Date.now()} as bigint)`;
    await sql`insert into job (kind, key, payload, due_at, created_at) select ${sql.lit(kind)}, 'all', '{}', ${now}, ${now}
      where exists (select 1 from ${sql.raw(rows)}) on conflict (kind, key) do nothing`.execute(db);
  };
}

/** Has the beginnings of the texts of some posts noted once more: the code that makes them makes others now. */
export function openingsAnew(condition: string): readonly MigrationStep[] {
  return [
    `update post set opening = null where ${condition}`,
    enqueueAll('openings', 'post where opening is null'),
  ];
}
