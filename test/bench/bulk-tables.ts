import pg from 'pg';
import { openSqlite } from '../../src/kernel/db/dialects/sqlite.ts';

export type BulkValue = string | number;

/** Bulk loading at the database's maximum speed: without transactions, and with indexes created last. */
export interface BulkTables {
  /** Inserts rows of one table; `columns` must be the same in each call and gives the order of values. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly BulkValue[])[]): Promise<void>;
  /** Adds posts to the full-text index: search key, and space-separated words and n-grams of each. */
  insertTokens(rows: readonly (readonly [key: number, words: string, grams: string])[]): Promise<void>;
  finish(): Promise<void>;
}

/** Opens a SQLite file exclusively. */
export function bulkSqlite(file: string, tables: readonly string[]): BulkTables {
  const database = openSqlite(file, { readonly: false, busyTimeoutMs: 0 });
  // The only modes without a second file; otherwise SQLite silently refuses `off`.
  database.unsafeMode(true);
  database.pragma('journal_mode = delete');
  if (database.pragma('journal_mode = off', { simple: true }) !== 'off') {
    throw new Error(`${file} can't be written without a journal: another process has it open.`);
  }
  database.pragma('synchronous = off');
  database.pragma('cache_size = -400000');
  const named = tables.map((table) => `'${table}'`).join();
  const indexes = database
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${named})`,
    )
    .all();
  for (const { name } of indexes) database.exec(`drop index ${name}`);
  // Fewer, larger segments of the full-text index to merge.
  const hashSize = (bytes: number) =>
    database.exec(`insert into post_search (post_search, rank) values ('hashsize', ${bytes})`);
  hashSize(256 * 1024 * 1024);
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  const insert = (table: string, columns: readonly string[], rows: readonly (readonly BulkValue[])[]) => {
    const statement =
      statements.get(table) ??
      database.prepare(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`);
    statements.set(table, statement);
    for (const row of rows) statement.run(row);
  };
  database.exec('begin');
  return {
    insert: async (table, columns, rows) => insert(table, columns, rows),
    insertTokens: async (rows) => {
      insert(
        'post_search',
        ['rowid', 'tokens'],
        rows.map(([key, words]) => [key, words]),
      );
      insert(
        'post_title_gram',
        ['rowid', 'tokens'],
        rows.map(([key, , grams]) => [key, grams]),
      );
    },
    finish: async () => {
      hashSize(1024 * 1024);
      database.exec('commit');
      for (const { sql } of indexes) database.exec(sql);
      database.pragma('journal_mode = wal');
      database.close();
    },
  };
}

/** Values per statement; the protocol allows 65,535. */
const maxValues = 16_000;
const rowsPerTransaction = 200_000;

export async function bulkPostgres(url: string, tables: readonly string[]): Promise<BulkTables> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of [
    'synchronous_commit = off',
    `maintenance_work_mem = '1GB'`,
    'max_parallel_maintenance_workers = 2',
  ]) {
    await client.query(`set ${setting}`);
  }
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `
    select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any($1)
    and not exists (select 1 from pg_constraint where conindid = (quote_ident(schemaname) || '.' || quote_ident(indexname))::regclass)`,
    [tables],
  );
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  let open = 0;
  const insert = async (
    table: string,
    columns: readonly string[],
    all: readonly (readonly BulkValue[])[],
    cell = (_column: string, place: string) => place,
  ) => {
    const most = Math.floor(maxValues / columns.length);
    for (let from = 0; from < all.length; from += most) {
      const rows = all.slice(from, from + most);
      const places = rows.map(
        (_row, row) =>
          `(${columns.map((column, at) => cell(column, `$${row * columns.length + at + 1}`)).join()})`,
      );
      const text = `insert into ${table} (${columns.join()}) values ${places.join()}`;
      await client.query(text, rows.flat());
      if ((open += rows.length) < rowsPerTransaction) continue;
      await client.query('commit');
      await client.query('begin');
      open = 0;
    }
  };
  await client.query('begin');
  return {
    insert: (table, columns, rows) => insert(table, columns, rows),
    insertTokens: (rows) =>
      insert('post_search', ['search_key', 'words', 'grams'], rows, (column, place) =>
        column === 'search_key' ? place : `array_to_tsvector(string_to_array(${place}, ' '))`,
      ),
    finish: async () => {
      await client.query('commit');
      for (const { indexdef } of indexes) await client.query(indexdef);
      await client.end();
    },
  };
}
