import { expect, test } from 'vitest';
import { holdData } from './held-data.ts';
import { InvalidationBus } from './invalidation.ts';
import type { Emission } from './invalidation.ts';
import type { Database } from './open-database.ts';

/** A database whose data is a number, held by one process. */
async function held() {
  const bus = new InvalidationBus();
  const state = { stored: 1, used: 0, loads: 0, isBroken: false, isClosed: false, missed: 0 };
  const failures: string[] = [];
  const emitted: string[] = [];
  bus.listen((emissions) => void emitted.push(...emissions.map(({ tag }) => tag)));
  const plain: Partial<Database> = {
    bus,
    write: async (work) => {
      const result = await work({} as never);
      bus.publish([changed]);
      return result;
    },
    watch: async () => {
      state.stored += state.missed; // another process changed it before this one listened
    },
    migrate: async () => ['next'],
    close: async () => {
      state.isClosed = true;
    },
  };
  const open = () =>
    holdData(plain as Database, {
      isConcerned: ({ tag }) => tag === 'types' || tag === '*',
      load: async () => {
        state.loads++;
        await Promise.resolve();
        if (state.isBroken) throw new Error('gone');
        const isChanged = state.used !== state.stored;
        state.used = state.stored;
        return isChanged;
      },
      onFailure: (message) => void failures.push(message),
    });
  return { bus, state, failures, emitted, open };
}
const changed: Emission = { tag: 'types', urgency: 'remove' };

test('a write resolves once its data is used, and caches are dropped once, after that', async () => {
  const { state, emitted, open } = await held();
  const database = await open();
  expect([state.used, emitted]).toEqual([1, ['*']]);
  await database.write(async () => void (state.stored = 2));
  expect([state.used, emitted]).toEqual([2, ['*', 'types', '*']]);
  await database.write(async () => {});
  expect(emitted).toEqual(['*', 'types', '*', 'types']);
  await database.close();
});

test('emissions in a row share a load; other ones start no load', async () => {
  const { bus, state, open } = await held();
  const database = await open();
  for (let n = 0; n < 5; n++) bus.publish([changed, { tag: 'menus', urgency: 'remove' }]);
  bus.publish([{ tag: 'menus', urgency: 'remove' }]);
  await database.close();
  expect(state.loads).toBe(2);
});

test('changes that other processes made before this one listened, and migrations, are loaded', async () => {
  const { state, open } = await held();
  const database = await open();
  state.missed = 5;
  await database.watch();
  expect(state.used).toBe(6);
  state.stored = 9;
  await database.migrate();
  expect(state.used).toBe(9);
  await database.close();
});

test('a failed load is reported once, keeps the former data, and is repeated until it works', async () => {
  const { bus, state, failures, open } = await held();
  const database = await open();
  state.isBroken = true;
  state.stored = 2;
  bus.publish([changed]);
  await expect.poll(() => state.loads).toBeGreaterThanOrEqual(3);
  expect([state.used, failures]).toEqual([1, ['gone']]);
  state.isBroken = false;
  await expect.poll(() => state.used).toBe(2);
  await database.close();
  expect(state.isClosed).toBe(true);
});

test('a database whose data cannot be loaded is closed', async () => {
  const { state, open } = await held();
  state.isBroken = true;
  await expect(open()).rejects.toThrow('gone');
  expect(state.isClosed).toBe(true);
});
