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

/** Credentials, background work, and other tables written by forms and REST. */
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

/** All rows of the tables with site content, and of `further` ones, as sorted lines by table, to detect any change. */
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
