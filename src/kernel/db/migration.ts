import type { Transaction } from 'kysely';
import type { DialectSql } from './dialect-sql.ts';

/**
 * SQL, or a function for what SQL can't say. All steps run in one transaction, before anything is served: what a kill or an error interrupts has not
 * happened, and the next start begins anew. A function says itself what tables look like at that step (`db.$extendTables<…>()`), since `Tables`,
 * readers and writers speak of the newest schema, and reads long tables in portions.
 */
export type MigrationStep =
  | string
  | ((db: Transaction<Record<never, never>>, dialect: DialectSql) => Promise<void>);

/** One step forward of the schema; never changed once it has shipped. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly steps: (dialect: DialectSql) => readonly MigrationStep[];
}
