import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { ConfigError } from '../../lib/errors.ts';
import type { DialectSql } from './dialect-sql.ts';
import type { Migration } from './migration.ts';
import type { Tables } from './tables.ts';
import { initial } from './migrations/085-initial.ts';
import { activityDetails } from './migrations/086-activity-details.ts';
import { redirectPatterns } from './migrations/087-redirect-patterns.ts';
import { menuItemLooks } from './migrations/088-menu-item-looks.ts';
import { settingNames } from './migrations/089-setting-names.ts';
import { settingBounds } from './migrations/090-setting-bounds.ts';
import { literalAsterisks } from './migrations/091-literal-asterisks.ts';
import { pushNotes } from './migrations/092-push-notes.ts';
import { sessionProof } from './migrations/093-session-proof.ts';
import { frontDesk } from './migrations/094-front-desk.ts';
import { widgetAreas } from './migrations/095-widget-areas.ts';
import { health } from './migrations/096-health.ts';
import { postFindings } from './migrations/097-post-findings.ts';
import { contentTypes } from './migrations/098-content-types.ts';
import { fields } from './migrations/099-fields.ts';
import { products } from './migrations/100-products.ts';

export const migrations: readonly Migration[] = [
  initial,
  activityDetails,
  redirectPatterns,
  menuItemLooks,
  settingNames,
  settingBounds,
  literalAsterisks,
  pushNotes,
  sessionProof,
  frontDesk,
  widgetAreas,
  health,
  postFindings,
  contentTypes,
  fields,
  products,
];

export const newestSchema = migrations.at(-1)?.id ?? 0;

/** The oldest schema that can be upgraded, and the version that upgrades older databases and backups to it. */
export const oldestSchema = initial.id;
export const upgradeVersion = '0.1.0';

export function assertSupported(schema: number, newest = newestSchema): void {
  if (schema > newest) {
    throw new ConfigError(
      `The database has schema version ${schema}, but this version of Broadsheet supports up to ${newest}. Start the newer Broadsheet, or restore a backup made by this one.`,
    );
  }
  if (schema < oldestSchema) {
    throw new ConfigError(
      `The database has schema version ${schema}, but this version of Broadsheet supports ${oldestSchema} and later. Start Broadsheet ${upgradeVersion} on it once, then this one.`,
    );
  }
}

/** Migrates to the newest schema, or to `upTo`, in the caller's transaction; returns the names of the applied migrations. */
export async function migrate(
  tx: Transaction<Tables>,
  dialect: DialectSql,
  upTo?: number,
  known: readonly Migration[] = migrations,
): Promise<string[]> {
  const newest = known.at(-1)?.id ?? 0;
  if (dialect.name === 'postgres') await sql`select pg_advisory_xact_lock(74616)`.execute(tx);
  await sql
    .raw(
      `create table if not exists schema_version (id ${dialect.integer} primary key, name ${dialect.key}, applied_at ${dialect.integer})`,
    )
    .execute(tx);
  const applied = new Set(
    (await tx.selectFrom('schema_version').select('id').execute()).map(({ id }) => Number(id)),
  );
  if (applied.size > 0) assertSupported(Math.max(...applied), newest);
  const taken: string[] = [];
  for (const migration of known.filter(({ id }) => id <= (upTo ?? newest) && !applied.has(id))) {
    for (const step of migration.steps(dialect))
      await (typeof step === 'string' ? sql.raw(step).execute(tx) : step(tx.$pickTables<never>(), dialect));
    await tx
      .insertInto('schema_version')
      .values({ id: migration.id, name: migration.name, applied_at: Date.now() })
      .execute();
    taken.push(migration.name);
  }
  return taken;
}

/**
 * Whether exactly the known migrations have run; checked without a lock. Installations that follow the source may have
 * run a later one before an earlier one.
 */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  if ((await schemaVersion(db)) !== newestSchema) return false;
  const applied = new Set(
    (await db.selectFrom('schema_version').select('id').execute()).map(({ id }) => Number(id)),
  );
  return migrations.every(({ id }) => applied.has(id));
}

/** 0 for a new database. */
export async function schemaVersion(db: Kysely<Tables>): Promise<number> {
  try {
    const row = await db
      .selectFrom('schema_version')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return Number(row?.id ?? 0);
  } catch (error) {
    if (isUnknownTable(error)) return 0;
    throw error;
  }
}

function isUnknownTable(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return code === '42P01' || /no such table/.test(message);
}
