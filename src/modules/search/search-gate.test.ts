import { expect, test } from 'vitest';
import { createSearchGate } from './search-client.ts';

/** Searches that the test ends. */
function searches() {
  const ends: (() => void)[] = [];
  return { ends, search: () => new Promise<number>((resolve) => ends.push(() => resolve(ends.length))) };
}

test('runs two at a time, lets three wait, and refuses the others at once', async () => {
  const gate = createSearchGate({ width: 2, most: 3 });
  const { ends, search } = searches();
  const results = Array.from({ length: 7 }, () => gate(search));
  const outcome = Promise.allSettled(results);
  await expect(results[5]).rejects.toThrow('Too many people are searching');
  await expect(results[6]).rejects.toMatchObject({ status: 503 });
  expect(ends.length).toBe(2);
  for (let next = 0; next < 5; next++) {
    ends[next]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await outcome).map(({ status }) => status)).toEqual([
    ...Array<string>(5).fill('fulfilled'),
    'rejected',
    'rejected',
  ]);
});

test('a failed search releases its slot', async () => {
  const gate = createSearchGate({ width: 1, most: 5 });
  const failing = gate(async () => {
    throw new Error('expected failure');
  });
  const next = gate(async () => 'found');
  await expect(failing).rejects.toThrow('expected failure');
  expect(await next).toBe('found');
  expect(await gate(async () => 'again')).toBe('again');
});
