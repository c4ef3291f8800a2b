import type { Transaction } from 'kysely';
import type { DialectSql } from './dialect-sql.ts';

/**
 * SQL, or a function for what SQL can't express. A function declares the tables as of that step
 * (`db.$extendTables<…>()`), since `Tables`, readers and writers describe the newest schema.
 */
type MigrationStep = string | ((db: Transaction<Record<never, never>>, dialect: DialectSql) => Promise<void>);

/** Never changed once it has shipped. All steps run in one transaction, so an interrupted migration leaves no trace. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly steps: (dialect: DialectSql) => readonly MigrationStep[];
}
