import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { DialectName } from '../../src/kernel/db/dialect-sql.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import type { Database } from '../../src/kernel/db/open-database.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { planSite } from './site-plan.ts';
import { bulkWrite, writePlan } from './write-plan.ts';

/** Chance and the clock differ; nothing else may. */
const varying = /"(created_at|rnd\d|updated_at)":\d+/g;

/** The full-text index, in its database's terms. */
async function searchIndexOf(database: Database): Promise<unknown[]> {
  if (database.dialect.name === 'postgres') {
    return (
      await sql`select search_key, words::text, grams::text from post_search order by search_key`.execute(
        database.read,
      )
    ).rows;
  }
  const found: unknown[] = [];
  for (const table of ['post_search', 'post_title_gram']) {
    await database.writeDerived((tx) =>
      sql`create virtual table ${sql.table(`${table}_seen`)} using fts5vocab(${sql.lit(table)}, instance)`.execute(
        tx.db,
      ),
    );
    found.push(
      ...(
        await sql`select term, doc from ${sql.table(`${table}_seen`)} order by term, doc`.execute(
          database.read,
        )
      ).rows,
    );
  }
  return found;
}

/** Names and definitions of all indexes: those that bulk writing takes away come back. */
async function indexesOf(database: Database): Promise<unknown[]> {
  const from =
    database.dialect.name === 'sqlite'
      ? sql`select name, sql from sqlite_master where type = 'index' order by name`
      : sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`;
  return (await from.execute(database.read)).rows;
}

test.each<DialectName>(['sqlite', 'postgres'])(
  'a site of the bench on %s is the one that the writers would have made, table by table',
  async (dialect) => {
    const plan = planSite(40);
    const places = await Promise.all([makeTestDatabase(dialect), makeTestDatabase(dialect)]);
    const [written, bulk] = await Promise.all(
      places.map(async (place, turn) => {
        const database = await openSiteDatabase(place);
        await database.migrate();
        if (turn === 0) await writePlan(database, plan);
        else {
          await database.close();
          await bulkWrite(place, plan);
        }
        const open = turn === 0 ? database : await openSiteDatabase(place);
        const tables = Object.fromEntries(
          Object.entries(await dumpTables(open)).map(([table, rows]) => [
            table,
            rows.map((row) => row.replace(varying, '')).toSorted(),
          ]),
        );
        const seen = { tables, index: await searchIndexOf(open), indexes: await indexesOf(open) };
        await open.close();
        await place.drop();
        return seen;
      }),
    );
    expect(written?.index.length).toBeGreaterThan(39);
    expect(written?.tables.comment?.length).toBe(15);
    for (const [table, rows] of Object.entries(written?.tables ?? {}))
      expect(bulk?.tables[table], table).toEqual(rows);
    expect(bulk?.index).toEqual(written?.index);
    expect(bulk?.indexes).toEqual(written?.indexes);
  },
);
