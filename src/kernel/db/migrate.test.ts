import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../../test/harness/databases.ts';
import type { TestDatabase } from '../../../test/harness/databases.ts';
import { dumpSchema } from '../../../test/harness/dump-schema.ts';
import { accountTables, dumpTables } from '../../../test/harness/dump-tables.ts';
import { makeFormerDatabase } from '../../../test/harness/former-site.ts';
import { createPost } from '../../modules/posts/writer.ts';
import { findFirstRedirect, findPattern, listRedirects } from '../../modules/redirects/store.ts';
import { createSearchClient } from '../../modules/search/search-client.ts';
import { readSettings } from '../../modules/settings/store.ts';
import { openSiteDatabase } from '../../site-database.ts';
import { productQueue } from '../../modules/shop/jobs.ts';
import { findProducts } from '../../modules/shop/store.ts';
import { startQueues } from '../jobs/job-queue.ts';
import { migrate, migrations, newestSchema, oldestSchema } from './migrate.ts';
import type { Migration } from './migration.ts';
import type { Database } from './open-database.ts';

const later: Migration = {
  id: newestSchema + 1,
  name: 'later',
  steps: ({ text }) => [
    `alter table redirect add column note ${text} default ''`,
    async (db) => {
      const tables = db.$extendTables<{ redirect: { id: number; source: string; note: string } }>();
      await tables
        .updateTable('redirect')
        .set((row) => ({ note: row.ref('source') }))
        .execute();
    },
    'create index redirect_note on redirect (note)',
  ],
};

/** File names with hashes of their content. */
const filesOf = ({ dataDir }: TestDatabase) =>
  readdirSync(dataDir).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(dataDir, name)))
      .digest('hex'),
  ]);

onBothDatabases('migrations', (get) => {
  const opened: { place: TestDatabase; database: Database }[] = [];
  const open = async (place: TestDatabase) => {
    const database = await openSiteDatabase({ ...place, maxConnections: 2 });
    opened.push({ place, database });
    return database;
  };
  const former = (options?: { lastMigration: number }) => makeFormerDatabase(get().dialect.name, options);
  const run = (database: Database, known: readonly Migration[], upTo?: number) =>
    database.write((tx) => migrate(tx.db, tx.dialect, upTo, known));
  const rowsOf = (database: Database) => dumpTables(database, accountTables);
  const versions = async ({ read }: Database) =>
    (await read.selectFrom('schema_version').select('id').orderBy('id').execute()).map(({ id }) => id);

  afterEach(async () => {
    for (const { place, database } of opened.splice(0)) {
      await database.close();
      await place.drop();
    }
  });

  test('settings keep their values under new names and within new bounds', async () => {
    const database = await open(await former());
    const stored = {
      searched_hidden: '["spam"]',
      trending_limit: '100',
      related_block_columns: '5',
      sticky_column_enabled_on: '["phone","phone"]',
    };
    await database.write(async (tx) => {
      for (const [key, value] of Object.entries(stored))
        await tx.db.insertInto('setting').values({ key, value, updated_at: 1 }).execute();
    });
    await database.migrate();
    const { settings, invalid } = await readSettings(database.read);
    expect(invalid).toEqual([]);
    expect(settings).toMatchObject({
      sticky_column_enabled_on: ['phone'],
      popular_searches_hidden: ['spam'],
      trending_limit: 50,
      related_block_columns: 4,
    });
  });

  test('redirects with an asterisk from before patterns stay literal, and patterns stay patterns', async () => {
    const database = await open(await former());
    const insert = (sources: readonly { readonly source: string; readonly stem?: string }[]) =>
      database.write(async (tx) => {
        for (const one of sources)
          await tx.db
            .insertInto('redirect')
            .values({ ...one, target: `/of${one.source}`, status: 301, created_at: 1 })
            .execute();
      });
    const equalOnceEscaped = [
      '/2*4*/',
      '/2*4%2A/',
      '/3%2A4*/',
      '/3*4%2A/',
      '/3%2a4%2A/',
      '/c*',
      '/c%2A',
      '/c%2a',
    ];
    const others = ['/a*b/', '/d/?x=*&y=*', '/g%2a/'];
    await insert([...equalOnceEscaped, ...others].map((source) => ({ source })));
    await run(database, migrations, 90);
    await insert([
      { source: '/e/*', stem: '/e/' },
      { source: '/a%2Ab/*', stem: '/a*b/' },
      { source: '/h%2a/*', stem: '/h*/' },
      { source: '/h%2A/*', stem: '/h*/' },
    ]);
    await database.migrate();
    const { redirects } = await listRedirects(database.read, { limit: 99 });
    expect(redirects.map(({ source, target }) => [source, target])).toEqual([
      ['/2%2A4%2A/', '/of/2*4*/'],
      ['/3%2A4%2A/', '/of/3*4%2A/'],
      ['/a%2Ab/', '/of/a*b/'],
      ['/a%2Ab/*', '/of/a%2Ab/*'],
      ['/c%2A', '/of/c*'],
      ['/d/?x=%2A&y=%2A', '/of/d/?x=*&y=*'],
      ['/e/*', '/of/e/*'],
      ['/g%2A/', '/of/g%2a/'],
      ['/h%2A/*', '/of/h%2a/*'],
      ['/old/', expect.any(String)],
    ]);
    expect(await findPattern(database.read, '/axb/')).toBeUndefined();
    expect(await findFirstRedirect(database.read, ['/a*b/'])).toMatchObject({ target: '/of/a*b/' });
    expect(await findPattern(database.read, '/a*b/x')).toMatchObject({ target: '/of/a%2Ab/x' });
    expect(await findPattern(database.read, '/e/g')).toMatchObject({ target: '/of/e/g' });
  });

  test('products that an earlier version imported get their prices from a job', async () => {
    const database = await open(await former());
    await run(database, migrations, 99);
    await database.write(async ({ db }) => {
      await db.updateTable('post').set({ type: 'product' }).where('id', '=', 2).execute();
      await db.insertInto('post_meta').values({ post_id: 2, key: '_regular_price', value: '12.5' }).execute();
    });
    await database.migrate();
    const unexpected = (...said: readonly unknown[]) => expect.fail(JSON.stringify(said));
    const log = { warn: unexpected, error: unexpected, info: unexpected };
    const jobs = startQueues([productQueue({ database, log })], { bus: database.bus, log });
    const find = async () => (await findProducts(database.read, [2])).get(2)?.[0].prices.regular;
    await expect.poll(find).toBe(1250);
    await jobs.close();
  });

  test('[IMP-01] a database of Broadsheet 0.1.0 opens unchanged, and can be read, searched and written', async () => {
    const database = await open(await former());
    const before = [await dumpSchema(database), await rowsOf(database), await versions(database)];
    expect(await run(database, migrations, oldestSchema)).toEqual([]);
    expect([await dumpSchema(database), await rowsOf(database), await versions(database)]).toEqual(before);
    expect(await database.migrate()).toEqual(migrations.slice(1).map(({ name }) => name));
    const posts = await database.read.selectFrom('post').select('title').orderBy('id').execute();
    expect(posts.map(({ title }) => title)).toEqual([
      'Harbour',
      'Harbour reopens',
      'Unfinished',
      'For members',
    ]);
    const client = createSearchClient(database, { inProcess: true });
    const find = async (query: string) => (await client.find({ query, limit: 9 })).ids;
    expect([await find('zeppelin'), await find('zepp'), await find('harbuor'), await find('quokka')]).toEqual(
      [[2], [2], [2], []],
    );
    expect(await database.write((tx) => createPost(tx, { title: 'Next', status: 'publish' }))).toBe(5);
    expect(await find('next')).toEqual([5]);
  });

  test('a new database has the same schema as one of Broadsheet 0.1.0', async () => {
    const database = await open(await former());
    await database.migrate();
    expect(await dumpSchema(get())).toEqual(await dumpSchema(database));
    expect(await versions(get())).toEqual(migrations.map(({ id }) => id));
  });

  test('a later migration runs after the initial one, on a new database and on one of Broadsheet 0.1.0', async () => {
    const known = [...migrations, later];
    const empty = await open(await makeTestDatabase(get().dialect.name, { migrated: false }));
    const names = migrations.map(({ name }) => name);
    expect(await run(empty, known, newestSchema)).toEqual(names);
    expect(await run(empty, known)).toEqual(['later']);
    const whole = await open(await makeTestDatabase(get().dialect.name, { migrated: false }));
    expect(await run(whole, known)).toEqual([...names, 'later']);
    const old = await open(await former());
    expect(await run(old, known)).toEqual([...names.slice(1), 'later']);
    expect(await run(old, known)).toEqual([]);
    const { rows } = await sql<{ note: string }>`select note from redirect`.execute(old.read);
    expect(rows).toEqual([{ note: '/old/' }]);
    expect(await dumpSchema(old)).toEqual(await dumpSchema(whole));
    await expect(old.migrate()).rejects.toThrow(`has schema version ${later.id}`);
  });

  test.each([1, 46, 84])(
    '[IMP-01] refuses a database at schema %i, names the version that upgrades it, and leaves it unchanged',
    async (lastMigration) => {
      const place = await former({ lastMigration });
      const files = filesOf(place);
      const database = await openSiteDatabase({ ...place, maxConnections: 2 });
      const before = [await dumpSchema(database), await rowsOf(database), await versions(database)];
      for (const known of [migrations, [...migrations, later]]) {
        await expect(run(database, known)).rejects.toThrow(
          `The database has schema version ${lastMigration}, but this version of Broadsheet supports 85 and later. Start Broadsheet 0.1.0 on it once, then this one.`,
        );
      }
      await expect(database.migrate()).rejects.toThrow('Start Broadsheet 0.1.0 on it once');
      expect([await dumpSchema(database), await rowsOf(database), await versions(database)]).toEqual(before);
      await database.close();
      expect(filesOf(place)).toEqual(files);
      await place.drop();
    },
  );
});
