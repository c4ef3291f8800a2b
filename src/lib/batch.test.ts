import { expect, test, vi } from 'vitest';
import { batch } from './batch.ts';

const square = () =>
  vi.fn(
    async (keys: readonly number[]) => new Map(keys.filter((key) => key > 0).map((key) => [key, key * key])),
  );

test('calls of one turn share one load, which gets each id once, and each caller gets its own items', async () => {
  const load = square();
  const get = batch(load);
  const [first, second] = await Promise.all([get([1, 2]), get([2, 3])]);
  expect(load.mock.calls).toEqual([[[1, 2, 3]]]);
  expect([[...first], [...second]]).toEqual([
    [
      [1, 1],
      [2, 4],
    ],
    [
      [2, 4],
      [3, 9],
    ],
  ]);
});

test('also joins calls that come through several awaits of the same turn', async () => {
  const load = square();
  const get = batch(load);
  const late = async () => {
    await Promise.resolve();
    await Promise.resolve();
    return get([5]);
  };
  await Promise.all([get([4]), late()]);
  expect(load.mock.calls).toEqual([[[4, 5]]]);
});

test('the next turn loads again, without a cache', async () => {
  const load = square();
  const get = batch(load);
  await get([1]);
  await get([1]);
  expect(load).toHaveBeenCalledTimes(2);
});

test('loads nothing for no ids, and leaves out missing items', async () => {
  const load = square();
  const get = batch(load);
  expect(await get([])).toEqual(new Map());
  expect(load).not.toHaveBeenCalled();
  expect([...(await get([-1, 2]))]).toEqual([[2, 4]]);
});

test('a failed load rejects its own callers, and no later ones', async () => {
  let fails = true;
  const get = batch<number, number>(async (keys) => {
    if (fails) throw new Error('no connection');
    return new Map(keys.map((key) => [key, key]));
  });
  const answers = await Promise.allSettled([get([1]), get([2])]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect([...(await get([1]))]).toEqual([[1, 1]]);
});
