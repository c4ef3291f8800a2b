import { expect, test } from 'vitest';
import { byTurns } from './turns.ts';

/** Processes this many items of this many milliseconds each; returns how many ran per turn. */
async function together(count: number, milliseconds: number): Promise<number[]> {
  const groups: number[] = [];
  let spent = 0;
  let running = 0;
  const done = await byTurns(
    Array.from({ length: count }, (_, n) => n),
    async (n) => {
      running++;
      spent += milliseconds;
      await Promise.resolve();
      if (running > 0) groups.push(running);
      running = 0;
      return n * 2;
    },
    () => spent,
  );
  expect(done).toEqual(Array.from({ length: count }, (_, n) => n * 2));
  return groups;
}

test('processes slow items one by one, with other work in between', async () => {
  expect(await together(10, 20)).toEqual([4, 1, 1, 1, 1, 1, 1]);
});

test('processes fast items together', async () => {
  expect(await together(100, 0.1)).toEqual([4, 8, 16, 32, 40]);
  expect(await together(0, 1)).toEqual([]);
});

test('other work runs between two groups, and an error ends all', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('another'));
  await byTurns(
    [1, 2, 3, 4, 5],
    async (n) => void order.push(String(n)),
    () => 0,
  );
  expect(order).toEqual(['1', '2', '3', '4', 'another', '5']);
  await expect(
    byTurns(
      [1, 2],
      async (n) => Promise.reject(new Error(`No ${n}`)),
      () => 0,
    ),
  ).rejects.toThrow('No 1');
});
