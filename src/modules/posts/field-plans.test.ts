import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../../../test/harness/databases.ts';
import { openPool, postgresDialect } from '../../kernel/db/dialects/postgres.ts';
import { openSqlite, SqliteConnectionDialect } from '../../kernel/db/dialects/sqlite.ts';
import type { Reader } from '../../kernel/db/open-database.ts';
import type { Tables } from '../../kernel/db/tables.ts';
import { openSiteDatabase } from '../../site-database.ts';
import { operator } from '../users/role.ts';
import { listByFieldOrder } from '../fields/list-by-field.ts';
import { fieldDefinition } from '../fields/model.ts';
import type { Field } from '../fields/model.ts';
import { countFiltered, listFilteredIds } from './list-filtered.ts';
import { editableBy } from './policy.ts';
import type { FilteredQuery } from './post-filter.ts';

const folder = mkdtempSync(join(tmpdir(), 'broadsheet-field-plans-'));
const executed: CompiledQuery[] = [];
let read: Reader;
let explain: (query: CompiledQuery) => string;

const rating = { fieldId: 1, table: 'field_number' } as const;
const mood = { fieldId: 2, table: 'field_text' } as const;
const list = (more: Partial<FilteredQuery>): FilteredQuery => ({
  type: 'post',
  order: 'published_at',
  descending: true,
  limit: 10,
  offset: 0,
  ...more,
});
const many = { fields: [{ ...rating, min: 4 }] };
const few = { fields: [{ ...mood, anyOf: ['glad'] }] };

beforeAll(async () => {
  const database = await openSiteDatabase({ dataDir: folder });
  await database.migrate();
  // Index rows alone decide about the plan: 2,500 posts have the number, three the text.
  await database.write(async (tx) => {
    await sql`insert into field_number (field_id, is_listed, value, published_at, post_id)
      with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 2500) select 1, 1, 4 + n % 2, n, n from counted`.execute(
      tx.db,
    );
    await tx.db
      .insertInto('field_text')
      .values(
        [1, 2, 3].map((id) => ({ field_id: 2, is_listed: 1, value: 'glad', published_at: id, post_id: id })),
      )
      .execute();
  });
  const connection = openSqlite(database.file ?? '', { readonly: true, busyTimeoutMs: 0 });
  read = new Kysely<Tables>({
    dialect: new SqliteConnectionDialect(connection, () => {}),
    log: ({ query }) => void executed.push(query),
  });
  explain = ({ sql: text, parameters }) =>
    (connection.prepare(`explain query plan ${text}`).all(parameters) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n');
  await database.close();
});
afterAll(async () => {
  await read.destroy();
  rmSync(folder, { recursive: true });
});

async function planOf(run: () => Promise<unknown>): Promise<string> {
  executed.length = 0;
  await run();
  return executed.map(explain).join('\n');
}

const editors = { rule: editableBy(operator(), 'post'), statuses: ['publish', 'draft'] } as const;

test('a condition of many posts is checked in the order of the list, without sorting', async () => {
  const plan = await planOf(() => listFilteredIds(read, list(many)));
  expect(plan).toMatch(/SEARCH post USING (?:COVERING )?INDEX post_(?:status|listing)/);
  expect(plan).toContain(
    'SEARCH held USING COVERING INDEX field_number_post (post_id=? AND field_id=? AND value>?)',
  );
  expect(plan).not.toMatch(/SCAN post\b|SCAN held|TEMP B-TREE/);
});

test('a condition of few posts finds them by its index', async () => {
  const plan = await planOf(() => listFilteredIds(read, list(few), editors));
  expect(plan).toContain('SEARCH held USING PRIMARY KEY (field_id=? AND is_listed=? AND value=?)');
  expect(plan).toContain('SEARCH post USING INTEGER PRIMARY KEY');
  expect(plan).not.toMatch(/SCAN post\b|SCAN held|post_status|post_listing/);
});

test('visitors’ lists of one value read its index alone, in its order, and those of few posts sort its entries', async () => {
  const one = await planOf(() => listFilteredIds(read, list(few)));
  expect(one).toBe('SEARCH field_text USING PRIMARY KEY (field_id=? AND is_listed=? AND value=?)');
  const bounds = { fields: [{ ...rating, min: 9 }] };
  for (const query of [list(bounds), list({ ...bounds, order: { field: rating } })]) {
    const plan = await planOf(() => listFilteredIds(read, query));
    expect(plan).toContain('USING PRIMARY KEY (field_id=? AND is_listed=? AND value>?)');
    expect(plan).not.toMatch(/\bpost\b|SCAN field/);
  }
});

test('[IMP-20] upcoming posts first: what runs, comes and is over is read from indexes alone', async () => {
  const fieldOf = (id: number, name: string): Field => ({
    ...fieldDefinition.parse({ name, kind: 'date_time', label: name, is_column: true }),
    id,
    isReady: true,
  });
  const [field, end] = [fieldOf(1, 'starts'), fieldOf(3, 'ends')];
  const order = { field, end, direction: 'upcoming' } as const;
  const page = { type: 'post', order, today: 5, limit: 10 };
  for (const offset of [0, 1245]) {
    const plan = await planOf(async () =>
      expect(await listByFieldOrder(read, { ...page, offset })).toHaveLength(10),
    );
    expect(plan).toContain('SEARCH field_number USING PRIMARY KEY (field_id=? AND is_listed=? AND value>?)');
    expect(plan).toContain('SEARCH begun USING');
    expect(plan).not.toMatch(/SCAN (?!ending)|\bpost\b/);
    // Only the few that run are sorted.
    expect(plan.split('\n').filter((step) => step.includes('TEMP B-TREE')).length).toBeLessThanOrEqual(1);
  }
});

test('a list by a field walks its index, for editors one of each kind of posts', async () => {
  const plan = await planOf(() => listFilteredIds(read, list({ order: { field: rating } })));
  expect(plan).toContain('SEARCH sorted USING PRIMARY KEY (field_id=? AND is_listed=?)');
  expect(plan).not.toMatch(/SCAN post\b|SCAN sorted/);
  const filtered = await planOf(() =>
    listFilteredIds(read, list({ ...many, order: { field: rating } }), editors),
  );
  expect(filtered.match(/SEARCH sorted USING PRIMARY KEY/g)).toHaveLength(2);
  expect(filtered).toContain('SEARCH post USING INTEGER PRIMARY KEY');
  expect(filtered).not.toMatch(/SCAN sorted/);
});

test('a list by the field of its only condition reads no more than its page from the index', async () => {
  for (const bounds of [{ min: 4 }, { max: 4 }, { anyOf: [4] }]) {
    const fields = [{ ...rating, ...bounds }];
    const plan = await planOf(() => listFilteredIds(read, list({ fields, order: { field: rating } })));
    expect(executed).toHaveLength(1);
    expect(plan).toMatch(/SEARCH sorted USING PRIMARY KEY \(field_id=\? AND is_listed=\? AND value[<>=]\?\)/);
    expect(plan).not.toMatch(/\bpost\b|held/);
  }
});

test('totals read index entries, at most ten thousand', async () => {
  const plan = await planOf(() => countFiltered(read, { type: 'post', ...many }));
  expect(plan).not.toMatch(/\bpost\b(?! USING INTEGER)|SCAN held/);
  expect(executed.every(({ sql: text }) => /limit cast\(\?/.test(text))).toBe(true);
  const joined = await planOf(() => countFiltered(read, { type: 'post', ...many, excludeIds: [5] }, editors));
  expect(joined).toContain('SEARCH counted USING PRIMARY KEY');
  expect(joined).toContain('SEARCH post USING INTEGER PRIMARY KEY');
});

onDatabase('postgres', 'field plans by statistics', (get, place) => {
  test('walk and find by the same indexes', async () => {
    await get().write(async (tx) => {
      await sql`insert into post (type, status, slug, title, content, excerpt, published_at, modified_at, created_at, revision, author_id, parent_id,
          menu_order, sticky, format, comment_status, ping_status, comment_count, view_count, featured_media_id, mime_type, password, guid, opening,
          rnd1, rnd2, rnd3, rnd4, trashed_status)
        select 'post', 'publish', 's' || n, 't', '', '', n * 1000, n, n, 1, 1, 0, 0, 0, 'standard', 'open', 'open', 0, 0, 0, '', '', '', '', n, n, n, n, ''
        from generate_series(1, 20000) as n`.execute(tx.db);
      await sql`insert into field_number (field_id, is_listed, value, published_at, post_id) select 1, 1, id % 10, published_at, id from post`.execute(
        tx.db,
      );
      await sql`insert into field_text (field_id, is_listed, value, published_at, post_id) select 2, 1, 'mood' || id % 5000, published_at, id from post`.execute(
        tx.db,
      );
    });
    for (const table of ['post', 'field_number', 'field_text'] as const)
      await sql`vacuum analyze ${sql.table(table)}`.execute(get().read);
    const queries: CompiledQuery[] = [];
    const logged = new Kysely<Tables>({
      dialect: postgresDialect(openPool(place().databaseUrl ?? '', 1), { onQuery: () => {} }),
      log: ({ query }) => void queries.push(query),
    });
    const plans = async (run: () => Promise<unknown>) => {
      queries.length = 0;
      await run();
      const found: string[] = [];
      for (const { sql: text, parameters } of queries.slice()) {
        const { rows } = await logged.executeQuery<{ 'QUERY PLAN': string }>(
          CompiledQuery.raw(`explain ${text}`, [...parameters]),
        );
        found.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return found.join('\n\n');
    };
    try {
      for (const [query, index] of [
        [list(many), 'field_number_post'],
        [list({ fields: [{ ...mood, anyOf: ['mood7'] }] }), 'field_text_pkey'],
        [list({ order: { field: rating } }), 'field_number_pkey'],
        [list({ ...many, order: { field: rating } }), 'field_number_pkey'],
      ] as const) {
        const plan = await plans(() => listFilteredIds(logged, query));
        expect(plan).toContain(index);
        expect(plan.split('\n\n').at(-1)).not.toMatch(/Seq Scan|hashed/);
      }
      const count = await plans(() => countFiltered(logged, { type: 'post', ...many }));
      expect(count).toMatch(/Limit/);
      expect(count).not.toMatch(/ on post\b/);
    } finally {
      await logged.destroy();
    }
  });
});
