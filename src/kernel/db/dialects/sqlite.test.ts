import SqliteDatabase from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { SqliteConnectionDialect } from './sqlite.ts';

interface Row {
  readonly id: number;
  readonly name: string | null;
  readonly share: number;
  readonly bytes: Buffer | null;
}

const database = new SqliteDatabase(':memory:');
const db = new Kysely<{ thing: Row }>({ dialect: new SqliteConnectionDialect(database, () => {}) });
afterAll(() => db.destroy());

test('stores and returns all values unchanged', async () => {
  database.exec('create table thing (id integer primary key, name text, share real, bytes blob)');
  const rows: Row[] = [
    { id: 1, name: 'O\'Neil "?" \0 ½', share: 0.25, bytes: Buffer.from([0, 255]) },
    { id: 2 ** 52, name: null, share: -1e300, bytes: null },
    { id: 3, name: '12', share: 3, bytes: null },
  ];
  await db.insertInto('thing').values(rows).execute();
  for (const row of rows) {
    for (const column of ['id', 'name', 'share', 'bytes'] as const) {
      const value = row[column];
      if (value === null) continue;
      expect(
        await db.selectFrom('thing').selectAll().where(column, '=', value).execute(),
        `${column} ${String(value)}`,
      ).toEqual([row]);
      expect(await db.selectFrom('thing').select('id').where(column, 'in', [value]).execute()).toEqual([
        { id: row.id },
      ]);
    }
  }
  expect(
    (
      await sql<{
        a: unknown;
        b: unknown;
        c: unknown;
        d: unknown;
      }>`select ${1} as a, ${'1'} as b, ${1.5} as c, ${null} as d`.execute(db)
    ).rows,
  ).toEqual([{ a: 1, b: '1', c: 1.5, d: null }]);
  await db.updateTable('thing').set({ name: 'new' }).where('id', '=', 3).execute();
  await db.deleteFrom('thing').where('name', '=', 'new').execute();
  expect(await db.selectFrom('thing').select('id').orderBy('id').limit(1).offset(1).execute()).toEqual([
    { id: 2 ** 52 },
  ]);
});

test('conditions and limits hide their values from the planner, and inserts have no plan', () => {
  const query = db.selectFrom('thing').select('id').where('name', '=', 'a').where('share', '<', 0.5).limit(3);
  expect(query.compile().sql).toBe(
    'select "id" from "thing" where "name" = cast(? as text) and "share" < cast(? as real) limit cast(? as integer)',
  );
  expect(
    db.insertInto('thing').values({ id: 4, name: 'b', share: 1, bytes: null }).compile().sql,
  ).not.toContain('cast');
});
