import { sql } from 'kysely';
import type { Database } from '../../src/kernel/db/open-database.ts';
import type { Tables } from '../../src/kernel/db/tables.ts';

const tables: readonly (keyof Tables)[] = [
  'post',
  'post_meta',
  'term_relationship',
  'post_term',
  'byline',
  'post_render',
  'revision',
  'old_slug',
  'counter',
  'media',
  'post_search_key',
  'term',
  'term_meta',
  'user',
  'user_meta',
  'role',
  'comment',
  'menu',
  'menu_location',
  'menu_item',
  'setting',
  'redirect',
  'template',
  'template_revision',
  'template_assignment',
  'import_item',
  'activity',
];

/** What accounts come in with, what is done behind the site, and what else forms and REST write. */
export const accountTables: readonly (keyof Tables)[] = [
  'session',
  'account_token',
  'application_password',
  'second_factor',
  'recovery_code',
  'passkey',
  'job',
  'shared_draft',
  'front_pin',
  'used_pass',
  'push_subscription',
  'push_message',
  'comment_report',
];

/** Every row of the tables that hold what a site is, and of `further` ones, as sorted text lines by table: two dumps are equal when nothing was touched. */
export async function dumpTables(
  database: Database,
  further: readonly (keyof Tables)[] = [],
): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  for (const table of [...tables, ...further]) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      database.read,
    );
    dump[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return dump;
}
