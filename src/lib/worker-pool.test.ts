import { expect, onTestFinished, test } from 'vitest';
import { allocate, double, exit, hang, refuse, relay } from '../../test/fixtures/pool-tasks.ts';
import { TooManyRequestsError } from './errors.ts';
import { TooMuchWorkError, WorkerPool } from './worker-pool.ts';
import type { WorkerPoolOptions } from './worker-pool.ts';

function openPool(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const file = new URL('../../test/fixtures/pool-worker.ts', import.meta.url);
  const pool = new WorkerPool({
    file,
    name: 'test',
    width: 2,
    maxWaiting: 10,
    timeoutMs: 60_000,
    memoryMb: 64,
    idleMs: 60_000,
    ...options,
  });
  onTestFinished(() => pool.endIdle());
  return pool;
}

test('more tasks than workers run in workers, and can call the main thread', async () => {
  const pool = openPool();
  expect(await Promise.all([1, 2, 3, 4, 5].map((n) => pool.run(double, n)))).toEqual([2, 4, 6, 8, 10]);
  expect(await pool.run(relay, 'what', { relay: async (argument) => ({ answered: argument }) })).toEqual({
    answered: 'what',
  });
  await expect(
    pool.run(relay, 'what', { relay: () => Promise.reject(new Error('There is no answer.')) }),
  ).rejects.toThrow('There is no answer.');
  await expect(pool.run(refuse, undefined)).rejects.toMatchObject({
    status: 400,
    code: 'refused',
    fields: { content: 'no' },
  });
  await expect(pool.run({ name: 'unknown' }, undefined)).rejects.toThrow('Unknown task unknown.');
});

test.each([
  ['takes too long', hang, 'longer than 0.3 seconds', { timeoutMs: 300 }],
  ['ends its worker', exit, 'exit code 3', {}],
  ['takes too much memory', allocate, 'memory limit', {}],
])(
  'a task that %s fails with its input, and the next one gets a new worker',
  async (_what, task, message, options) => {
    const pool = openPool({ width: 1, ...options });
    const [first, behind] = [
      pool.run(task, undefined),
      'timeoutMs' in options ? undefined : pool.run(double, 4),
    ];
    await expect(first).rejects.toThrow(TooMuchWorkError);
    await expect(first).rejects.toThrow(message);
    await expect(first).rejects.toMatchObject({ status: 400 });
    if (behind) expect(await behind).toBe(8);
  },
);

test('refuses a task beyond the queue’s limit, and runs those in it', async () => {
  const pool = openPool({ width: 1, maxWaiting: 2 });
  const tasks = [1, 2, 3].map((n) => pool.run(double, n));
  await expect(pool.run(double, 4)).rejects.toThrow(TooManyRequestsError);
  expect(await Promise.all(tasks)).toEqual([2, 4, 6]);
  await pool.endIdle();
  expect(await pool.run(double, 5)).toBe(10);
});
