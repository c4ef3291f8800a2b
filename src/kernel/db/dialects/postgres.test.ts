import { Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../../../../test/harness/databases.ts';
import { openDatabase } from '../open-database.ts';
import type { Database } from '../open-database.ts';
import type { Tables } from '../tables.ts';
import { postgresDialect, StatementNames } from './postgres.ts';

/**
 * A server that takes this many milliseconds per connection and statement, on a clock that only it advances; it stops
 * responding after `muteAfter` statements.
 */
function slowPool({
  connectMs,
  queryMs,
  muteAfter = Number.POSITIVE_INFINITY,
}: {
  connectMs: number;
  queryMs: number;
  muteAfter?: number;
}) {
  let time = 0;
  const sent: [string, number | undefined][] = [];
  const released: unknown[] = [];
  const query = async ({ text, query_timeout: limit }: { text: string; query_timeout?: number }) => {
    sent.push([text.split(' ', 1)[0] ?? '', limit]);
    if (sent.length > muteAfter) {
      time += limit ?? Number.POSITIVE_INFINITY;
      throw new Error('Query read timeout');
    }
    time += queryMs;
    return { rows: [], rowCount: 0, command: text.split(' ', 1)[0]?.toUpperCase() };
  };
  const pool = {
    connect: async () => {
      time += connectMs;
      return { query, release: (broken: unknown) => released.push(broken) };
    },
    end: async () => {},
    options: {},
  };
  return { pool: pool as unknown as pg.Pool, now: () => time, sent, released };
}

const threeWrites = (kysely: Kysely<Tables>) =>
  kysely.transaction().execute(async (tx) => {
    for (const key of ['a', 'b', 'c']) await tx.insertInto('counter').values({ key, value: 1 }).execute();
  });

test('a request has ten seconds in total: for a connection, every statement and the commit', async () => {
  const { pool, now, sent, released } = slowPool({ connectMs: 4000, queryMs: 1000 });
  const kysely = new Kysely<Tables>({
    dialect: postgresDialect(pool, { onQuery: () => {}, isServing: () => true, now }),
  });
  await threeWrites(kysely);
  expect(sent).toEqual([
    ['begin', 6000],
    ['insert', 5000],
    ['insert', 4000],
    ['insert', 3000],
    ['commit', 2000],
  ]);
  expect(released).toEqual([false]);
});

test('closes a connection that no longer answers instead of sending a rollback', async () => {
  const { pool, now, sent, released } = slowPool({ connectMs: 4000, queryMs: 100, muteAfter: 2 });
  const kysely = new Kysely<Tables>({
    dialect: postgresDialect(pool, { onQuery: () => {}, isServing: () => true, now }),
  });
  await expect(threeWrites(kysely)).rejects.toThrow('Query read timeout');
  expect(now()).toBe(10_000);
  expect(sent.map(([word]) => word)).toEqual(['begin', 'insert', 'insert']);
  expect(released).toEqual([true]);
});

test('an import has no time limit once it has begun', async () => {
  const { pool, now, sent } = slowPool({ connectMs: 0, queryMs: 20_000 });
  await threeWrites(new Kysely<Tables>({ dialect: postgresDialect(pool, { onQuery: () => {}, now }) }));
  expect(sent).toEqual([
    ['begin', 10_000],
    ['insert', undefined],
    ['insert', undefined],
    ['insert', undefined],
    ['commit', undefined],
  ]);
});

test('frequent reads and inserts are prepared by name, and no other statements', () => {
  const names = new StatementNames();
  const [first, second] = ['insert into a values ($1)', 'select b from a'];
  for (let time = 0; time < 3; time++)
    expect([first, second].map((text) => names.of(text, true))).toEqual([undefined, undefined]);
  expect([first, second, first].map((text) => names.of(text, true))).toEqual([
    'broadsheet_1',
    'broadsheet_2',
    'broadsheet_1',
  ]);
  for (const text of [
    'begin',
    'update a set b = 1',
    "select b from a where c like $1 escape '!'",
    'select b from a where "c" @@ $1::tsquery',
    `insert into a values ${'($1), '.repeat(500)}`,
  ]) {
    expect(Array.from({ length: 6 }, () => names.of(text, true)).every((name) => name === undefined)).toBe(
      true,
    );
  }
});

onDatabase('postgres', 'statements that have names', (get, place) => {
  let serving: Database;
  beforeAll(async () => {
    serving = await openDatabase({
      dataDir: place().dataDir,
      databaseUrl: place().databaseUrl,
      maxConnections: 4,
    });
    await serving.watch();
  });
  afterAll(async () => serving.close());

  /** Runs a query a dozen times on one connection; returns its plans, generic ones first. */
  const plansAfter = (
    database: Database,
    statement: string,
    query: (db: Kysely<Tables>, time: number) => Promise<unknown>,
  ) =>
    database.write(async (tx) => {
      const db = tx.db as unknown as Kysely<Tables>;
      for (let time = 0; time < 12; time++) await query(db, time);
      const { rows } = await sql<{ plans: string }>`
      select generic_plans || '/' || custom_plans as plans from pg_prepared_statements where statement like ${statement}`.execute(
        db,
      );
      return rows.map(({ plans }) => plans);
    });
  const value = (db: Kysely<Tables>, key: string) =>
    db.selectFrom('counter').select('value').where('key', '=', key).executeTakeFirst();

  test('are planned once for all values after the first few executions show that it costs no more', async () => {
    expect(await plansAfter(serving, '%"counter"%', (db, time) => value(db, `k${time}`))).toEqual(['4/5']);
  });

  test('are planned once for lists of the newest rows of a type, with limit and type inlined', async () => {
    await serving.write(async (tx) => {
      await sql`insert into term (taxonomy, slug, name) select case when n < 2900 then 'post_tag' else 'category' end, 'plan-' || n, 'n'
        from generate_series(1, 3000) as n`.execute(tx.db);
      await sql`analyze term`.execute(tx.db);
    });
    const list = (db: Kysely<Tables>, time: number) =>
      db
        .selectFrom('term')
        .select('id')
        .where('taxonomy', '=', 'post_tag')
        .where('id', '>', time)
        .orderBy('id')
        .limit(500)
        .offset(0)
        .execute();
    expect(await plansAfter(serving, '%from "term"%', list)).toEqual(['4/5']);
    await serving.write((tx) => tx.db.deleteFrom('term').execute());
  });

  test('are planned for their values each time when these are search words', async () => {
    const found = (db: Kysely<Tables>, time: number) =>
      sql`select search_key from post_search where words @@ ${`'w${time}'`}::tsquery`.execute(db);
    expect(await plansAfter(serving, '%tsquery%', found)).toEqual([]);
  });

  test('are planned once only for inserts before the server serves requests, when tables grow with the work', async () => {
    expect(
      await plansAfter(get(), '%"counter"%', async (db, time) => {
        await value(db, `k${time}`);
        await db
          .insertInto('counter')
          .values({ key: `i${time}`, value: 1 })
          .execute();
      }),
    ).toEqual(['4/5']);
  });

  test('are parsed again on another connection after the schema has changed', async () => {
    for (let time = 0; time < 12; time++) await value(serving.read, 'k');
    await get().write((tx) => sql`alter table counter alter column value type text`.execute(tx.db));
    await expect(Promise.all(Array.from({ length: 12 }, () => value(serving.read, 'k')))).rejects.toThrow(
      'cached plan',
    );
    for (let time = 0; time < 30; time++)
      expect(await value(serving.read, 'k').catch(() => 'old')).toBeUndefined();
  });
});

test('lists of many lengths neither fill the server nor use up the names of other statements, since full connections are replaced', async () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 3000 }, (_, index) => `insert into a values (${index})`);
  const named = texts
    .flatMap((text) => Array.from({ length: 5 }, () => names.of(text, true)))
    .filter((name) => name !== undefined);
  expect([named.length, new Set(named).size, names.round]).toEqual([6000, 3000, 14]);

  const { pool, now, released } = slowPool({ connectMs: 0, queryMs: 0 });
  const kysely = new Kysely<Tables>({
    dialect: postgresDialect(pool, { onQuery: () => {}, isServing: () => true, now }),
  });
  const query = (limit: number) => kysely.selectFrom('counter').select('key').limit(limit).execute();
  for (let limit = 1; limit <= 201; limit++) for (let time = 0; time < 4; time++) await query(limit);
  expect([released.length, released.indexOf(true), released.lastIndexOf(true)]).toEqual([804, 803, 803]);
});
