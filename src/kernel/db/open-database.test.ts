import { createHook } from 'node:async_hooks';
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { letPass } from '../../../test/harness/let-pass.ts';
import { makeTestDatabase, onBothDatabases } from '../../../test/harness/databases.ts';
import type { Emission } from './invalidation.ts';
import { migrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';

onBothDatabases('the database', (get, place) => {
  test('[IMP-01] one of the processes that start together migrates an empty database, and the others wait', async () => {
    const empty = await makeTestDatabase(get().dialect.name, { migrated: false });
    const openings = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ ...empty, maxConnections: 2 })));
    const taken = await Promise.all(openings.map((opened) => opened.migrate()));
    expect(taken.flat()).toEqual(migrations.map(({ name }) => name));
    for (const opened of openings) {
      expect(await opened.read.selectFrom('post').select('id').execute()).toEqual([]);
      expect(await opened.migrate()).toEqual([]);
      await opened.close();
    }
    await empty.drop();
  });

  test('[IMP-01] migrates once, however many processes start together', async () => {
    const openings = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ ...place(), busyTimeoutMs: 0, maxConnections: 2 })),
    );
    const taken = await Promise.all(openings.map((opened) => opened.migrate()));
    expect(taken.flat()).toEqual([]);
    const versions = await get().read.selectFrom('schema_version').select('id').execute();
    expect(versions.map(({ id }) => id)).toEqual(migrations.map(({ id }) => id));
    await Promise.all(openings.map((opened) => opened.close()));
  });

  test('publishes emissions after the commit, and nothing when the transaction fails', async () => {
    const received: Emission[] = [];
    const stop = get().bus.listen((emissions) => received.push(...emissions));
    await get().write(async (tx) => tx.emit('post:1'));
    await expect(
      get().write(async (tx) => {
        tx.emit('post:2');
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    stop();
    expect(received).toEqual([{ tag: 'post:1', urgency: 'change' }]);
  });

  test('asks the caller to try again after repeated conflicts, and writes nothing', async () => {
    const received: Emission[] = [];
    const stop = get().bus.listen((emissions) => received.push(...emissions));
    let times = 0;
    const write = (isOver: () => boolean) =>
      get().write(async (tx) => {
        times++;
        tx.emit('post:8');
        if (!isOver()) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      });
    await expect(write(() => false)).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      message: expect.stringContaining('Try again') as string,
    });
    expect([times, received]).toEqual([5, []]);
    await write(() => times === 7);
    expect([times, received]).toEqual([7, [{ tag: 'post:8', urgency: 'change' }]]);
    stop();
  });

  test('notifies other processes of commits', async () => {
    const other = await openDatabase({ ...place(), maxConnections: 2 });
    await other.watch();
    const received = new Promise<readonly Emission[]>((resolve) => other.bus.listen(resolve));
    await get().write(async (tx) => tx.emit('post:7', 'remove'));
    expect(await received).toEqual([{ tag: 'post:7', urgency: 'remove' }]);
    await other.close();
  });

  test('an unreadable row drops all caches, and does not stop the listener', async () => {
    const warnings: string[] = [];
    const other = await openDatabase({
      ...place(),
      maxConnections: 2,
      onWarning: (message) => warnings.push(message),
    });
    await other.watch();
    const received: Emission[] = [];
    other.bus.listen((emissions) => received.push(...emissions));
    const broken = await get().write((tx) =>
      tx.db
        .insertInto('invalidation')
        .values({ origin: 'newer', emissions: '{', created_at: Date.now() })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    if (get().dialect.name === 'postgres')
      await sql`select pg_notify('broadsheet', ${`newer ${broken.id}`})`.execute(get().read);
    await expect.poll(() => received).toContainEqual({ tag: '*', urgency: 'remove' });
    await get().write(async (tx) => tx.emit('post:77'));
    await expect.poll(() => received).toContainEqual({ tag: 'post:77', urgency: 'change' });
    expect(warnings).toHaveLength(1);
    await other.close();
  });

  test('waits for another writer without blocking the thread', async () => {
    const other = await openDatabase({ ...place(), maxConnections: 2 });
    let inside = () => {};
    const entered = new Promise<void>((resolve) => (inside = resolve));
    let finish = () => {};
    const held = new Promise<void>((resolve) => (finish = resolve));
    const first = other.write(async (tx) => {
      await tx.db.insertInto('counter').values({ key: 'turn', value: 1 }).execute();
      inside();
      await held;
    });
    await entered;
    const second = get().write(async (tx) =>
      tx.db.insertInto('counter').values({ key: 'next', value: 2 }).execute(),
    );
    void letPass(20).then(finish);
    await Promise.all([first, second]);
    const rows = await get().read.selectFrom('counter').select('key').orderBy('value').execute();
    expect(rows.map(({ key }) => key)).toEqual(['turn', 'next']);
    await other.close();
  });
});

test('SQLite runs concurrent queries one after the other, and each finished one wakes one waiter', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openDatabase({ dataDir: place.dataDir });
  const ids = Array.from({ length: 500 }, (_none, id) => id);
  const one = (id: number) => database.read.selectFrom('post').select('id').where('id', '=', id).execute();
  let promises = 0;
  const hook = createHook({ init: (_id, type) => void (type === 'PROMISE' && promises++) });
  const made = async (work: () => Promise<unknown>) => {
    promises = 0;
    hook.enable();
    await work();
    hook.disable();
    return promises;
  };
  const inTurn = await made(async () => {
    for (const id of ids) await one(id);
  });
  // Waking all waiting queries each time would take ten times as many.
  expect(await made(() => Promise.all(ids.map(one)))).toBeLessThan(2 * inTurn);
  await database.close();
  await place.drop();
});

test('SQLite is one file once the last process has closed it', async () => {
  const place = await makeTestDatabase('sqlite');
  const serving = await openDatabase({ ...place, checkpointInThread: true });
  const other = await openDatabase(place);
  await other.migrate();
  for (const opened of [serving, other]) {
    await opened.write((tx) =>
      tx.db
        .insertInto('counter')
        .values({ key: `test:${opened === other}`, value: 1 })
        .execute(),
    );
  }
  await other.close();
  expect(readdirSync(place.dataDir)).toContain('broadsheet.sqlite-wal');
  await serving.close();
  expect(readdirSync(place.dataDir).filter((name) => name.startsWith('broadsheet.sqlite'))).toEqual([
    'broadsheet.sqlite',
  ]);
  await place.drop();
});
